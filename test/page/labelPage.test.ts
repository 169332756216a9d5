// Labelling items one after the other in a browser: blind first, then the judges, by keys.
import assert from 'node:assert/strict';
import * as z from 'zod';
import { revealedWords } from './browser/label/fakeItems.ts';
import { asked, untilAsked } from './asked.ts';
import { act, atItem, labelPages, labelRoute, sentText, untilNoted } from './labelPages.ts';
import { until } from './viewerPages.ts';

const Commit = z.object({
  itemHash: z.string(),
  level: z.string(),
  note: z.string(),
  criteria: z.object({ accuracy: z.number().nullable() }).loose().nullable(),
  milliseconds: z.number(),
});

function holdsReveal(text: string): boolean {
  return revealedWords.some((words) => text.includes(words));
}

describe('the labelling page', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('shows an item and nothing that a judge said', async () => {
    const page = await pages.open();
    await page.getByRole('heading', { name: /Which region’s refunds grew most/ }).waitFor();
    const text = await page.locator('#page').innerText();
    for (const words of [
      'Item 1 of 300',
      'South; 6137.65',
      'South grew the most',
      'Candidate answer, given 5 times',
      'The judges’ verdicts are not loaded until you decide',
      'Trajectory, verdicts hidden',
      '0 of 300',
      '±0.19',
      'Judge the answer, not the way to it.',
      'You label as Ada',
    ]) {
      assert.ok(text.includes(words), words);
    }
    assert.ok(!holdsReveal(await sentText(page)));
    assert.ok(!holdsReveal(await page.content()));
    assert.equal(await page.locator('tr.picked').count(), 0);
    await pages.shoot(page, 'label');
  });

  it('shows what the judges said once the label is committed', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'partial');
    await page.getByRole('heading', { name: 'What the judges said' }).waitFor();
    const text = await page.locator('#page').innerText();
    for (const words of [
      'Item 1 of 300, committed',
      'kept as your first label',
      'They disagree with each other',
      'differs from yours',
      'No verdict',
      'Asked again: Correct, Wrong, no verdict',
      'This item is from “judge against rule”',
      '1 of 300',
    ]) {
      assert.ok(text.includes(words), words);
    }
    assert.ok(revealedWords.every((words) => text.includes(words)));
    assert.equal(
      await page.locator('tr.picked').innerText(),
      'Judge against rule\t1 of 60\t1 in 2',
    );
    await pages.shoot(page, 'label-revealed');
  });

  it('stays blind on the next item, and on every one that was read ahead', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'wrong', 'go-on');
    await atItem(page, 2);
    const Sent = z.array(
      z.object({ result: z.object({ items: z.array(z.unknown()).default([]) }).optional() }),
    );
    const sent = Sent.parse(await page.evaluate(() => window.labelHost.sent));
    const read = sent.flatMap(({ result }) => result?.items ?? []);
    assert.ok(read.length >= 10);
    assert.ok(!holdsReveal(JSON.stringify(read)));
    assert.ok(!holdsReveal(await page.locator('#page').innerText()));
  });

  it('commits the level with note, ratings and time', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await page.getByRole('group', { name: 'Accuracy' }).getByText('4').click();
    await act(page, 'note');
    await untilAsked(page, 'set-typing');
    await page.keyboard.type('two parts');
    await page.keyboard.press('Enter');
    await act(page, 'correct');
    const [commit] = z.array(Commit).parse(await untilAsked(page, 'commit-label'));
    assert.equal(commit?.level, 'Correct');
    assert.equal(commit.note, 'two parts');
    assert.equal(commit.criteria?.accuracy, 4);
    assert.ok(commit.milliseconds > 100 && commit.milliseconds < 60_000);
  });

  it('keeps the first label beside a revision', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'wrong', 'correct');
    await page.getByText('revised; your first label, Wrong, is kept beside it').waitFor();
    assert.equal((await asked(page, 'commit-label')).length, 1);
    assert.equal((await asked(page, 'revise-label')).length, 1);
    await act(page, 'correct', 'go-on');
    await atItem(page, 2);
    assert.equal((await asked(page, 'revise-label')).length, 1);
  });

  it('takes the last label back, from wherever one is, and is blind again', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'wrong', 'go-on', 'next', 'next');
    await atItem(page, 4);
    await act(page, 'undo');
    await atItem(page, 1);
    await page.getByText('The judges’ verdicts are not loaded until you decide').waitFor();
    assert.ok(!holdsReveal(await page.locator('#page').innerText()));
    await act(page, 'undo');
    await page.locator('.hint', { hasText: 'no label of yours to take back' }).waitFor();
    await act(page, 'correct');
    await page.getByText('rewards use it, agreement does not').waitFor();
  });

  it('never acts while a person types, and says so to VS Code', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'note');
    assert.deepEqual(await untilAsked(page, 'set-typing'), [{ typing: true }]);
    await page.keyboard.type('1 or 3?');
    await act(page, 'wrong', 'next', 'undo', 'skip');
    await page.keyboard.press('Enter');
    assert.deepEqual((await untilAsked(page, 'set-typing', 2)).at(-1), { typing: false });
    assert.deepEqual(await untilAsked(page, 'mark-item'), [
      { itemHash: '1'.padStart(64, '0'), note: '1 or 3?' },
    ]);
    assert.equal((await asked(page, 'commit-label')).length, 0);
    await atItem(page, 1);
    await act(page, 'next', 'previous');
    await untilNoted(page, '1 or 3?');
  });

  it('rates by digits where the focus is on a criterion, and by clicks without keeping it', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    const precision = page.getByRole('group', { name: 'Precision' });
    await precision.getByRole('radio', { name: '1' }).focus();
    await page.keyboard.press('2');
    await act(page, 'partial');
    assert.equal((await asked(page, 'commit-label')).length, 0);
    assert.ok(await precision.getByRole('radio', { name: '2' }).isChecked());
    await page.keyboard.press('0');
    await until(page, "document.querySelectorAll('.rate :checked').length === 0");
    await page.keyboard.press('Escape');
    await precision.getByText('5').click();
    await until(page, 'document.activeElement === document.body');
    await act(page, 'partial');
    const [commit] = z.array(Commit).parse(await untilAsked(page, 'commit-label'));
    assert.equal(commit?.criteria?.['precision'], 5);
  });

  it('goes on once when Enter presses the button that has the focus', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await page.locator('[data-choice=Wrong]').click();
    await page.locator('.go-on:focus').waitFor();
    await page.keyboard.press('Enter');
    // VS Code sends the action of the same key a moment later.
    await page.evaluate(() => window.labelHost.tell({ kind: 'action', action: 'go-on' }));
    await atItem(page, 2);
    assert.equal(await page.locator('.hint').count(), 0);
  });

  it('says what to do first', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'go-on');
    await page.getByText('Give a verdict first, or skip the item.').first().waitFor();
    await act(page, 'reveal');
    await page.locator('.hint', { hasText: 'shown after your own verdict' }).waitFor();
    await act(page, 'previous');
    await page.locator('.hint', { hasText: 'This is the first item.' }).waitFor();
    await act(page, 'next');
    await atItem(page, 2);
    assert.equal(await page.locator('.hint').count(), 0);
  });

  it('hides the judges on every item for a person who wants that', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'wrong');
    await page.getByRole('heading', { name: 'What the judges said' }).waitFor();
    await act(page, 'reveal', 'go-on', 'correct');
    await page.getByText('What the judges said is hidden').waitFor();
    assert.ok(!holdsReveal(await page.locator('#page').innerText()));
    await act(page, 'reveal');
    await page.getByRole('heading', { name: 'What the judges said' }).waitFor();
  });

  it('skips and flags, and comes back to what was skipped', async () => {
    const page = await pages.open({ items: 3 });
    await atItem(page, 1);
    await act(page, 'flag', 'skip');
    await atItem(page, 2);
    await page.getByText('1 skipped, 1 flagged.').waitFor();
    await act(page, 'wrong', 'go-on', 'wrong', 'go-on');
    await page.getByRole('heading', { name: 'This queue is done' }).waitFor();
    await page.getByText('2 items labelled, 1 skipped.').waitFor();
    await pages.shoot(page, 'label-done');
    await page.getByRole('button', { name: 'Go to the skipped' }).click();
    await page.getByText('Item 1 of 3, skipped').waitFor();
    await act(page, 'correct', 'skip');
    await page.locator('.hint', { hasText: 'has a label already' }).waitFor();
    await act(page, 'go-on');
    await page.getByText('3 items labelled.').waitFor();
  });

  it('is where it was after a reload, with what was entered', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'wrong', 'go-on', 'next');
    await atItem(page, 3);
    await page.getByRole('group', { name: 'Relevance' }).getByText('2').click();
    await page.reload();
    await atItem(page, 3);
    await page.getByText('1 of 300').first().waitFor();
    const relevance = page.getByRole('group', { name: 'Relevance' });
    assert.ok(await relevance.getByRole('radio', { name: '2' }).isChecked());
    await act(page, 'previous', 'previous');
    await page.getByText('Item 1 of 300, committed').waitFor();
    await page.reload();
    await page.getByText('Item 1 of 300, committed').waitFor();
  });

  it('opens files and the trajectory, blind before the label only', async () => {
    const page = await pages.open({ route: labelRoute(2) });
    await page.getByText('policy.pdf, missing').waitFor();
    await page.getByRole('button', { name: 'refunds.xlsx' }).click();
    assert.deepEqual(await untilAsked(page, 'open-file'), [{ path: '/data/refunds.xlsx' }]);
    await page.getByRole('button', { name: 'Trajectory, verdicts hidden' }).click();
    await act(page, 'wrong');
    await page.getByRole('button', { name: 'Trajectory', exact: true }).click();
    const place = { file: '/data/run.trajectories.jsonl', id: 't-2' };
    assert.deepEqual(await untilAsked(page, 'open-trajectory', 2), [
      { ...place, blind: true },
      { ...place, blind: false },
    ]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Change keys' }).click();
    await untilAsked(page, 'open-rubric');
    await untilAsked(page, 'change-keys');
  });

  it('lists all keys', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await act(page, 'help');
    const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
    await dialog.getByText('take your last label back').waitFor();
    await act(page, 'wrong');
    assert.equal((await asked(page, 'commit-label')).length, 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await act(page, 'wrong');
    await untilAsked(page, 'commit-label');
  });
});
