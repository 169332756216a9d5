import assert from 'node:assert/strict';
import { questionItems, type QuestionState } from '../../../../extension/running/questionItems.ts';
import { RecentQuestions } from '../../../../extension/running/recentQuestions.ts';
import { runningText } from '../../../../extension/running/runningText.ts';
import { readRunWish, wishForFiles } from '../../../../extension/running/runWish.ts';
import { makeTask } from '../../../fakes/records.ts';

describe('questionItems', () => {
  const state: QuestionState = {
    question: '',
    files: ['/w/data/boats.csv', '/w', '/elsewhere/notes.pdf'],
    folder: '/w',
    model: 'embedded',
    recent: ['How many rows?', 'Which boat?'],
  };
  const lines = (over: Partial<QuestionState>) =>
    questionItems({ ...state, ...over }).map(({ kind, label }) => `${kind}: ${label}`);

  it('shows files, model and what was asked before', () => {
    assert.deepEqual(lines({}), [
      'ask: Type a question',
      'heading: Files',
      'file: boats.csv',
      'file: The whole workspace folder',
      'file: notes.pdf',
      'change-files: Change files...',
      'heading: Model',
      'model: embedded',
      'heading: Asked before',
      'recent: How many rows?',
      'recent: Which boat?',
    ]);
  });

  it('begins with the question, so that Enter asks it', () => {
    const [first] = questionItems({ ...state, question: '  How many rows? ', files: ['/w/a'] });
    assert.deepEqual(first, {
      kind: 'ask',
      label: 'How many rows?',
      detail: 'Press Enter to ask about 1 file, with the model embedded.',
    });
    assert.ok(!lines({ question: 'How many rows?' }).includes('recent: How many rows?'));
  });

  it('says where a file lies', () => {
    const places = questionItems(state).flatMap((one) => (one.kind === 'file' ? [one.below] : []));
    assert.deepEqual(places, ['data/boats.csv', '', '/elsewhere/notes.pdf']);
  });

  it('has no empty group', () => {
    assert.deepEqual(lines({ files: [], recent: [] }), [
      'ask: Type a question',
      'heading: Files',
      'change-files: Choose files...',
      'heading: Model',
      'model: embedded',
    ]);
  });
});

describe('recentQuestions', () => {
  function store(value?: unknown) {
    const values = new Map<string, unknown>([['recentQuestions', value]]);
    return {
      get: (key: string) => values.get(key),
      update: (key: string, next: unknown) => {
        values.set(key, next);
        return Promise.resolve();
      },
    };
  }

  it('keeps the last ones, the newest first, each once', async () => {
    const recent = new RecentQuestions(store());
    for (let number = 1; number <= 25; number += 1) await recent.add(`Question ${number}`);
    await recent.add('Question 20');
    assert.equal(recent.all().length, 20);
    assert.deepEqual(recent.all().slice(0, 3), ['Question 20', 'Question 25', 'Question 24']);
  });

  it('takes what it cannot read for nothing', () => {
    for (const wrong of [undefined, 'text', [1, 2], { a: 1 }]) {
      assert.deepEqual(new RecentQuestions(store(wrong)).all(), []);
    }
  });
});

describe('runWish', () => {
  it('is about files alone when it comes from the Explorer', () => {
    assert.deepEqual(wishForFiles(['/w/a.csv']), {
      question: null,
      files: ['/w/a.csv'],
      workspace: null,
      task: null,
      model: null,
    });
  });

  it('takes the question of a task', () => {
    const task = makeTask({ question: 'How many rows?' });
    const read = readRunWish({ task, files: ['/w/a.csv'], workspace: '/w', kind: 'task' });
    assert.deepEqual(read.ok && [read.value.question, read.value.model], ['How many rows?', null]);
  });

  it('takes a question of its own, and a model', () => {
    const read = readRunWish({ question: ' How many? ', model: 'embedded' });
    assert.ok(read.ok);
    assert.deepEqual([read.value.question, read.value.model], ['How many?', 'embedded']);
  });

  it('refuses what is none', () => {
    for (const wrong of ['text', 7, { question: ' ' }, { files: 'a.csv' }, { task: { id: 1 } }]) {
      assert.equal(readRunWish(wrong).ok, false);
    }
  });
});

describe('runningText', () => {
  it('says nothing when nothing runs', () => {
    assert.equal(runningText([]), null);
  });

  it('is short, and tells the question to who asks', () => {
    const [one, two] = [
      { question: 'How many\nboats?', step: 0 },
      { question: 'Which?', step: 3 },
    ];
    assert.deepEqual(runningText([one]), {
      text: '$(sync~spin) Agent starting',
      tooltip: 'How many boats?\nClick to show',
      spoken: 'Agent starting: How many boats?',
    });
    assert.equal(runningText([two])?.text, '$(sync~spin) Agent step 3');
    assert.equal(runningText([one, two])?.spoken, '2 agents: How many boats?; Which?');
  });
});
