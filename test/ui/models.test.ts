// Job 7: choose a model from what is really there, test it, add a server with its key.
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import { editorWindow } from './editorWindow.ts';

describe('Choose a model', () => {
  let model: RecordedModelServer;
  let address: string;
  before(async () => {
    model = await startRecordedModelServer({
      replies: [reply('I am here.', "final_answer('yes')")],
      tokensPerSecond: 200,
    });
    address = model.modelName.slice(model.modelName.indexOf('@') + 1);
  });
  after(() => model.close());

  const window = editorWindow();

  it('lists the embedded model first, marked as the current one', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Choose Model...');
    await workbench.quickRows('Not available now').waitFor();
    await workbench.quickRows('Embedded model').getByText('current').waitFor();
    await workbench.screenshotInThemes('choose-model', ['dark']);
    await workbench.closeQuickInput();
  });

  it('adds a server by its address, and keeps its key in the secret store only', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Add Endpoint...');
    await workbench.quickField().fill('models.example.com');
    await workbench.page.getByText('starts with http:// or https://').waitFor();
    await workbench.screenshot('add-endpoint-wrong');
    await workbench.answer(address);
    await workbench.page.locator('.quick-input-widget input[type=password]').waitFor();
    await workbench.screenshot('add-endpoint-key');
    await workbench.page.locator('.quick-input-widget input[type=password]').fill('sesame-open');
    await workbench.accept();
    await workbench.quickRows('recorded-model').first().waitFor();
  });

  it('tests a model with one short call', async () => {
    const { workbench } = window;
    const row = workbench.quickRows('recorded-model').first();
    await workbench.pressInRow(row, '.codicon-beaker');
    await workbench.quickRows('Answers in').waitFor();
    await workbench.screenshotInThemes('choose-model-tested', ['dark']);
  });

  it('uses the chosen one from now on', async () => {
    const { workbench } = window;
    await workbench.choose('recorded-model');
    await workbench.statusBar('The agent asks recorded-model').waitFor();
    await workbench.runCommand('Tool-R1: Choose Model...');
    const row = workbench.quickRows('recorded-model').first();
    await row.getByText('current').waitFor();
    const embedded = workbench.quickRows('Embedded model');
    await embedded.filter({ hasNotText: 'current' }).waitFor();
    await workbench.screenshotInThemes('choose-model-chosen', ['dark']);
    await workbench.closeQuickInput();
  });

  it('says above the tree when the chosen one is off', async () => {
    const { workbench } = window;
    await model.close();
    await workbench.showContainer('Tool-R1');
    await workbench.runCommand('Tool-R1: Refresh');
    await workbench.page
      .locator('.sidebar')
      .getByText(/does not answer|cannot be asked/)
      .first()
      .waitFor();
    await workbench.screenshotInThemes('model-is-off', ['dark']);
  });

  it('forgets keys', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Forget Keys...');
    await workbench.quickRows(address).click();
    await workbench.accept();
    await workbench.message('forgotten');
    await workbench.screenshot('keys-forgotten');
  });
});
