// Job 8: label answers on which judges disagree, by keyboard alone and blind; go on after a reload; a second person; the decision
// where the two differ; what the labels say about the judges.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { LabelRecord } from '../../runtime/contract/label.ts';
import type { Theme } from '../vscode/userSettings.ts';
import { holdsWithin, waitUntil } from '../vscode/waitUntil.ts';
import { assertAccessible } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';
import { judgedFile, markOf } from './judgedFile.ts';

const items = 40;
const ada = 'Ada <ada@example.org>';
const ben = 'Ben <ben@example.org>';
const pictured = ['dark', 'light', 'highContrast'] satisfies Theme[];
const labelFile = '.tool-r1/labels.jsonl';

/**
 * Keeps what is posted to a page. VS Code writes the page into a document that takes all listeners with it, so ours comes with the
 * page's own. A text, because functions come out of the test's compiler with a helper that no page has.
 */
const keepMessages = `
  globalThis.heardByPage = [];
  const add = globalThis.addEventListener.bind(globalThis);
  globalThis.addEventListener = (kind, ...rest) => {
    if (kind === 'message') add('message', ({ data }) => heardByPage.push(JSON.stringify(data)));
    add(kind, ...rest);
  };
`;

/** How many messages name the first person. */
const told = (messages: readonly string[]) => messages.filter((one) => one.includes(ada)).length;

/** For a window that is loaded again on a busy machine, in milliseconds. */
const patience = 120_000;

describe('Label where judges disagree', function () {
  // Windows are loaded again, and pages are shown in several themes.
  this.timeout(300_000);
  const window = editorWindow({
    settings: () => ({ 'toolR1.labelling.rater': ada }),
    prepare: async (workspace) => {
      await workspace.write('.tool-r1/trajectories/judged.trajectories.jsonl', judgedFile(items));
    },
  });
  let frame: Frame;

  const press = (key: string) => window.workbench.page.keyboard.press(key);
  const question = () => frame.locator('h1').innerText();
  const heard = () => frame.evaluate(() => Reflect.get(globalThis, 'heardByPage') as string[]);
  const undecided = () => frame.getByText('are not loaded until you decide').waitFor();
  const keepAndGoOn = () => frame.getByRole('button', { name: /^Keep and go on/ });
  const decided = () => keepAndGoOn().waitFor();
  const place = (position: number) =>
    frame.locator('.top-line').getByText(`Item ${position} of ${items}`).waitFor();

  /** Everything that was ever posted to this page, and what it shows. */
  async function known(): Promise<string> {
    return [...(await heard()), await frame.locator('body').innerHTML()].join('\n');
  }

  async function open(command: string, selector: string): Promise<void> {
    await window.workbench.runCommand(command);
    frame = await window.workbench.webview(selector);
  }

  /** A verdict by its key, with the proof that nothing was known before and the judges are shown after. */
  async function label(key: '1' | '2' | '3'): Promise<void> {
    await undecided();
    const mark = markOf(await question());
    assert.ok(!(await known()).includes(mark), `${mark} was told before the label`);
    // Until the window has heard that the typing in a field has ended, it does not take keys from it. A second press changes nothing.
    await waitUntil(async () => {
      await press(key);
      return holdsWithin(() => keepAndGoOn().isVisible(), 2_000);
    }, `${key} decides`);
    await waitUntil(async () => (await heard()).join('\n').includes(mark), `${mark} is told`);
  }

  async function records(): Promise<LabelRecord[]> {
    const text = await readFile(window.workspace.file(labelFile), 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => LabelRecord.parse(JSON.parse(line)));
  }

  async function given(rater: string) {
    const all = await records();
    const withdrawn = new Set(
      all.flatMap((one) => (one.kind === 'label-withdrawn' ? [one.labelId] : [])),
    );
    return all.flatMap((one) =>
      one.kind === 'label-given' && one.rater === rater && !withdrawn.has(one.id) ? [one] : [],
    );
  }

  before(async () => {
    await window.workbench.page.addInitScript({ content: keepMessages });
  });

  it('opens a blind item, and says whose labels they are', async () => {
    await open('Tool-R1: Label Judge Disagreements', '.label-page h1');
    await place(1);
    await frame.getByText(`You label as ${ada}`).waitFor();
    await undecided();
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('label', pictured);
  });

  it('labels by keyboard alone, blind until each label is given', async () => {
    for (let position = 1; position <= 12; position += 1) {
      await place(position);
      await label((['1', '2', '3'] as const)[position % 3] ?? '1');
      await press('Enter');
    }
    await place(13);
    assert.equal((await given(ada)).length, 12);
  });

  it('shows what the judges said beside the label, and keeps both values of a revision', async () => {
    await label('1');
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('label-revealed', pictured);
    await press('3');
    await frame.getByText('your first label, Wrong, is kept beside it').waitFor();
    const revised = (await records()).at(-1);
    assert.equal(revised?.kind, 'label-revised');
    assert.equal((await given(ada)).at(-1)?.level, 'Wrong');
  });

  it('takes a label back', async () => {
    await press('u');
    await undecided();
    assert.equal((await given(ada)).length, 12);
    await press('2');
    await decided();
    await press('Enter');
    await place(14);
  });

  it('leaves keys to a text field while a person types in it', async () => {
    await press('n');
    const note = frame.getByRole('textbox', { name: /note/i });
    await waitUntil(async () => note.evaluate((one) => one.matches(':focus')), 'the note is typed');
    await window.workbench.page.keyboard.type('1 of 3 rows, skip? u r fine', { delay: 20 });
    assert.equal(await note.inputValue(), '1 of 3 rows, skip? u r fine');
    await place(14);
    await undecided();
    await press('Escape');
    await label('3');
    assert.equal((await given(ada)).at(-1)?.note, '1 of 3 rows, skip? u r fine');
    await press('Enter');
    await place(15);
  });

  it('leaves its keys to the palette and to the side bar', async () => {
    const { workbench } = window;
    await press('F1');
    const field = workbench.quickField();
    await field.waitFor();
    await waitUntil(async () => field.evaluate((one) => one.matches(':focus')), 'it has the keys');
    await workbench.page.keyboard.type('123 sfu');
    await waitUntil(async () => (await field.inputValue()) === '>123 sfu', 'all keys are there');
    await workbench.closeQuickInput();
    await workbench.showContainer('Explorer');
    await workbench.files('kestrel-boats').first().click();
    await press('2');
    await press('s');
    await workbench.tab('Label').click();
    frame = await workbench.webview('.label-page h1');
    await place(15);
    await undecided();
  });

  it('skips, flags and goes on after the window was loaded again', async () => {
    await press('f');
    await frame.getByRole('button', { name: 'Flagged', pressed: true }).waitFor();
    await press('s');
    await place(16);
    // One text in another, so the quotes have backslashes before them.
    await window.workbench.savedState(/position\\*":16/);
    await window.workbench.reload();
    frame = await window.workbench.webview('.label-page h1', patience);
    await place(16);
    await window.workbench.tab('Label').click();
    await press('k');
    await frame.getByText(`Item 15 of ${items}, skipped`).waitFor();
    await press('j');
    await place(16);
  });

  it('labels thirty items in all', async () => {
    for (let position = 16; position <= 31; position += 1) {
      await place(position);
      await label((['3', '1', '2'] as const)[position % 3] ?? '1');
      await press('Enter');
    }
    const labels = await given(ada);
    assert.equal(labels.length, 30);
    const seen = labels.filter(({ blind }) => !blind);
    assert.equal(seen.length, 1, 'only the one that was taken back had been shown the verdicts');
    assert.equal(new Set(labels.map(({ itemHash }) => itemHash)).size, 30);
  });

  it('opens the trajectory beside with verdicts hidden', async () => {
    await place(32);
    const mark = markOf(await question());
    await frame.getByRole('button', { name: /Trajectory, verdicts hidden/ }).click();
    const beside = await window.workbench.webview('.head h1');
    await beside.getByText('How many boats were hired out').first().waitFor();
    const messages = await beside.evaluate(
      () => Reflect.get(globalThis, 'heardByPage') as string[],
    );
    const shown = await beside.locator('body').innerHTML();
    assert.ok(!`${messages.join('\n')}${shown}`.includes(mark));
    assert.ok(messages.some((one) => one.includes('How many boats were hired out')));
    await beside.getByText('Verdicts and rewards are hidden').first().waitFor();
    await window.workbench.screenshotInThemes('label-trajectory-beside', ['dark']);
    await window.workbench.closeAllEditors();
  });

  it('shows a second person nothing of the first until both have labelled', async () => {
    await window.server.changeSettings({ 'toolR1.labelling.rater': ben });
    await window.workbench.reload();
    await open('Tool-R1: Label Judge Disagreements', '.label-page h1');
    await frame.getByText(`You label as ${ben}`).waitFor();
    for (const [index, key] of (['1', '3', '1', '1'] as const).entries()) {
      await place(index + 1);
      await undecided();
      const before = told(await heard());
      assert.equal(before > 0, index > 0, 'only labels on items that both have labelled are told');
      await label(key);
      await waitUntil(async () => told(await heard()) > before, 'Ada is shown');
      if (index === 0) await window.workbench.screenshot('label-second-person');
      await press('Enter');
    }
    await place(5);
    assert.equal((await given(ben)).length, 4);
  });

  it('decides where people differ, with the ambiguous rubric as an outcome', async () => {
    await open('Tool-R1: Decide Label Conflicts', '#decision');
    await frame.getByText('Conflict 1 of 2').waitFor();
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('label-conflict', pictured);
    await press('4');
    await frame.getByText('Conflict 1 of 2, decided').waitFor();
    await press('Enter');
    await frame.getByText('Conflict 2 of 2').waitFor();
    await press('3');
    await frame.getByText('Conflict 2 of 2, decided').waitFor();
    const outcomes = (await records()).flatMap((one) =>
      one.kind === 'conflict-decided' ? [[one.outcome, one.rater, one.labelIds.length]] : [],
    );
    assert.deepEqual(outcomes, [
      ['rubric-ambiguous', ben, 2],
      ['Correct', ben, 2],
    ]);
  });

  it('shows how far the judges agree with people, and the answers behind a figure', async () => {
    // Who has labelled an answer may see what others said about it.
    await window.server.changeSettings({ 'toolR1.labelling.rater': ada });
    await window.workbench.reload();
    await open('Tool-R1: Show Agreement of Judges', '#pairs');
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('agreement', pictured);
    await frame.locator('#matrix button:has-text("1")').first().click();
    await frame.getByRole('heading', { name: /against people$/, level: 1 }).waitFor();
    await frame.getByText('How many boats were hired out on day').first().waitFor();
    await window.workbench.screenshot('agreement-cell');
  });
});
