import assert from 'node:assert/strict';
import { ActiveTime, longestPause } from '../../../../webview/label/activeTime.ts';
import { Drafts, ratingsOf } from '../../../../webview/label/drafts.ts';
import { isDecided, itemWords } from '../../../../webview/label/itemFacts.ts';
import { actionBindings, printedKey } from '../../../../webview/label/labelActions.ts';
import { revealSentence } from '../../../../webview/label/revealView.ts';
import { savedDrafts, savedLabelRoute } from '../../../../webview/label/savedLabelRoute.ts';
import { sampledWords } from '../../../../webview/label/sideViews.ts';
import { firstPiece, TextPieces } from '../../../../webview/label/textPieces.ts';
import { labelled, makeItem } from './fakeLabelHost.ts';

describe('the time on an item', () => {
  it('counts from showing it to the decision', () => {
    const time = new ActiveTime(1000);
    time.mark(4000);
    assert.equal(time.read(9000), 8000);
  });

  it('leaves pauses of more than five minutes out, and no shorter ones', () => {
    const time = new ActiveTime(0);
    time.mark(longestPause);
    time.mark(2 * longestPause + 1);
    assert.equal(time.read(2 * longestPause + 501), longestPause + 500);
  });

  it('goes on where an earlier visit ended, and never runs backwards', () => {
    const time = new ActiveTime(1000, 300);
    assert.equal(time.read(900), 300);
    assert.equal(time.read(1000), 400);
  });
});

describe('drafts of labels', () => {
  it('are saved with every change and read back', () => {
    let saved: unknown = null;
    const drafts = new Drafts(null, (all) => {
      saved = structuredClone(all);
    });
    drafts.change('a', { note: 'hard', level: 'Wrong', milliseconds: 1200 });
    const { ratings } = drafts.of('a');
    drafts.change('a', { ratings: { ...ratings, accuracy: 4 } });
    drafts.change('b', { note: '' });
    drafts.forget('b');
    const again = new Drafts(saved, () => undefined);
    assert.deepEqual(again.of('a'), drafts.of('a'));
    assert.equal(again.of('a').ratings.accuracy, 4);
    assert.equal(again.of('b').note, null);
    assert.deepEqual(Object.keys(saved ?? {}), ['a']);
  });

  it('leave out what no version of the product would save', () => {
    const saved = {
      a: { note: 7, level: 'Great', milliseconds: -5, ratings: { accuracy: 9, relevance: 2 } },
      b: 'text',
    };
    const drafts = new Drafts(saved, () => undefined);
    assert.deepEqual(drafts.of('a'), {
      ...{ note: null, level: null, milliseconds: 0 },
      ratings: { accuracy: null, completeness: null, relevance: 2, precision: null },
    });
    assert.equal(ratingsOf(drafts.of('b')), null);
    assert.equal(ratingsOf(drafts.of('a'))?.relevance, 2);
    assert.equal(new Drafts('nonsense', () => undefined).of('a').level, null);
  });
});

describe('the saved place on the labelling pages', () => {
  const saved = (route: unknown): unknown => ({
    version: 1,
    workspace: '/w',
    route,
    drafts: { a: 1 },
  });

  it('is read back', () => {
    const cell = { page: 'cell', judge: 'j', judged: 'Wrong', people: 'Correct' };
    for (const route of [
      { page: 'label', position: 42 },
      { page: 'label', position: null },
      { page: 'conflicts', position: 2 },
      { page: 'agreement' },
      cell,
    ]) {
      assert.deepEqual(savedLabelRoute(saved(route), '/w'), route);
    }
    assert.deepEqual(savedDrafts(saved({})), { a: 1 });
  });

  it('is not trusted when it is of another workspace, version or shape', () => {
    const label = { page: 'label', position: 1 };
    assert.equal(savedLabelRoute(saved(label), '/other'), null);
    assert.equal(savedLabelRoute({ version: 2, workspace: '/w', route: label }, '/w'), null);
    assert.equal(savedLabelRoute(saved({ page: 'list' }), '/w'), null);
    assert.equal(savedLabelRoute(saved('label'), '/w'), null);
    assert.equal(savedLabelRoute(saved({ page: 'cell', judge: 'j', judged: 'Bad' }), '/w'), null);
    assert.equal(savedLabelRoute(null, '/w'), null);
    assert.equal(savedDrafts(null), null);
    for (const position of [0, 1.5, '3', -1]) {
      assert.deepEqual(savedLabelRoute(saved({ page: 'label', position }), '/w'), {
        ...{ page: 'label', position: null },
      });
    }
  });
});

describe('words of the labelling pages', () => {
  it('say how many of a stratum were drawn', () => {
    assert.equal(sampledWords(30, 30), 'all');
    assert.equal(sampledWords(60, 120), '1 in 2');
    assert.equal(sampledWords(40, 100), '1 in 2.5');
    assert.equal(sampledWords(60, 9600), '1 in 160');
    assert.equal(sampledWords(0, 12), 'none');
  });

  it('print keys as people know them', () => {
    const keys = { 'go-on': 'enter', help: 'shift+/', wrong: '1', flag: null, undo: 'ctrl+alt+u' };
    assert.equal(printedKey(keys, 'go-on'), 'Enter');
    assert.equal(printedKey(keys, 'help'), '?');
    assert.equal(printedKey(keys, 'wrong'), '1');
    assert.equal(printedKey(keys, 'undo'), 'ctrl+alt+u');
    assert.equal(printedKey(keys, 'flag'), null);
    assert.equal(printedKey(keys, 'skip'), null);
    const [binding] = actionBindings(keys, [['flag', 'flag it']]);
    assert.deepEqual([binding?.keys, binding?.shown, binding?.words], [[], ['no key'], 'flag it']);
  });

  it('say what the judges said', () => {
    const verdict = { reason: '', criteria: null, repeats: [] };
    const judge = (name: string) => ({ name, version: '1' });
    const reveal = {
      ...{ stratum: 'random' as const, others: [] },
      verdicts: [
        { ...verdict, judge: judge('llm-judge'), level: 'Correct' as const },
        { ...verdict, judge: judge('rule-judge'), level: 'Wrong' as const },
        { ...verdict, judge: judge('semantic-judge'), level: null },
      ],
    };
    assert.equal(
      revealSentence(reveal, 'Correct'),
      'llm-judge says Correct; rule-judge says Wrong, which differs from yours; semantic-judge gave no verdict.',
    );
    assert.equal(
      revealSentence({ ...reveal, verdicts: [] }, 'Wrong'),
      'No judge has graded this answer.',
    );
  });

  it('say which item one arrives at', () => {
    const item = makeItem(2, { flagged: true, question: 'How\nmany?' });
    assert.equal(itemWords(item, 'Item 2 of 3'), 'Item 2 of 3, flagged. How many?');
  });

  it('take a label under another rubric as none', () => {
    assert.ok(isDecided(makeItem(1, labelled)));
    assert.ok(!isDecided(makeItem(1)));
    const own = labelled.own ?? null;
    assert.ok(own !== null);
    assert.ok(!isDecided(makeItem(1, { own: { ...own, currentRubric: false } })));
  });
});

describe('long texts of an item', () => {
  it('are cut, made visible, and closed again for another item', () => {
    const pieces = new TextPieces(() => undefined);
    const text = `\u001b[31m${'a'.repeat(firstPiece)}`;
    assert.equal(pieces.shownOf('answer', text), 'a'.repeat(firstPiece - 5));
    assert.equal(pieces.shownOf('answer', 'short'), 'short');
  });
});
