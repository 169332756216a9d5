// A link to a step, copied on its page and followed from outside of the window, as a person does who got it in a message.
import { rm } from 'node:fs/promises';
import { waitUntil } from '../vscode/waitUntil.ts';
import { exampleFile } from './exampleFile.ts';
import { editorWindow } from './editorWindow.ts';

const fileName = 'refunds.trajectories.jsonl';

/** Runs in the tab of a link. */
const handedOver = `!Object.keys(localStorage).some((key) => key.startsWith('vscode-web.url-callbacks'))`;

describe('A link to a trajectory', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await workspace.write(fileName, exampleFile());
    },
  });

  /** The link that "Copy link" of a step puts on the clipboard. */
  async function linkToStep(step: number): Promise<string> {
    const { workbench } = window;
    await workbench.openFile(fileName);
    const list = await workbench.webview('tr.trajectory');
    await list.locator('tr.trajectory', { hasText: 'contract.pdf' }).first().click();
    const page = await workbench.webview('.head h1');
    await page.locator(`#step-${step}`).hover();
    await workbench.page.evaluate("navigator.clipboard.writeText('')");
    await page.getByRole('button', { name: `Copy a link to step ${step}` }).click();
    await waitUntil(async () => (await clipboard()) !== '', 'the link is on the clipboard');
    return clipboard();
  }

  const clipboard = () => window.workbench.page.evaluate<string>('navigator.clipboard.readText()');

  /**
   * Opens it in a tab of its own, which hands it to the window through the storage that both share, and stays until the window
   * has taken it. With the test driver VS Code does not ask whether it may.
   */
  async function follow(link: string): Promise<void> {
    const tab = await window.workbench.page.context().newPage();
    await tab.goto(link);
    // Asked from here: the page of such a tab may not evaluate text.
    await waitUntil(async () => tab.evaluate<boolean>(handedOver), 'the window has the link');
    await tab.close();
  }

  it('leads to the step, whatever the window shows by then', async () => {
    const { workbench } = window;
    const link = await linkToStep(3);
    await workbench.closeAllEditors();
    await follow(link);
    const page = await workbench.webview('.head h1');
    await page.locator('h1', { hasText: 'Which supplier appears in contract.pdf' }).waitFor();
    await page.locator('.rail a[href="#step-3"][aria-current]').waitFor();
    await page.locator('#step-3').getByText('I total the approved rows').waitFor();
    await workbench.screenshot('link-followed');
  });

  it('says that its file is not here any more', async () => {
    const { workbench, workspace } = window;
    const link = await linkToStep(2);
    await workbench.closeAllEditors();
    await rm(workspace.file(fileName));
    await follow(link);
    await workbench.message('The trajectory file of this link is not here');
  });
});
