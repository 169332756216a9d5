import assert from 'node:assert/strict';
import { renderTranscript } from '../../../runtime/agent/transcript.ts';
import type { Trajectory } from '../../../runtime/contract/trajectory.ts';
import { makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../../fakes/records.ts';

function trajectory(over: Partial<Trajectory> = {}): Trajectory {
  return {
    started: makeStarted(),
    steps: [],
    ended: makeEnded(),
    verdicts: [],
    reward: null,
    ...over,
  };
}

describe('renderTranscript', () => {
  it('reads from question to reward', () => {
    const text = renderTranscript(
      trajectory({
        started: makeStarted({ task: makeTask({ question: 'How many?', files: ['a.csv'] }) }),
        steps: [
          makeStep({
            thought: 'I count.',
            code: 'x = 1\n\nprint(x)',
            toolCalls: [
              {
                index: 0,
                name: 'web_qa',
                arguments: { question: 'q', limit: null },
                outcome: 'error',
                preview: '',
                milliseconds: 1,
              },
            ],
          }),
        ],
        verdicts: [
          {
            outcome: 'scored',
            judge: { name: 'rule', version: '1' },
            level: 'Correct',
            score: 1,
            reason: 'same number',
          },
        ],
        reward: {
          recipe: 'tool-r1',
          parts: [{ name: 'answer', score: 1, weight: 1, reason: 'Correct' }],
          total: 1,
        },
      }),
    );
    assert.equal(
      text,
      [
        'Question: How many?',
        'Files: a.csv',
        '',
        '--- Step 1 ---',
        'Thought: I count.',
        'Code:',
        '    x = 1',
        '',
        '    print(x)',
        'Tool: web_qa(question="q", limit=None) failed',
        'Observation (executed):',
        '    1',
        '',
        'Ended: final-answer after 1 step',
        'Answer: 42',
        '',
        'Verdict (rule): Correct, same number',
        '',
        'Reward: 1.00',
        '  answer 1.00 x 1  Correct',
        '',
      ].join('\n'),
    );
  });

  it('shows a reply whole when nothing of it ran', () => {
    const reply = makeReply({ text: 'Thought: a\nCode:\n```bash\nls\n```' });
    const faults = [{ kind: 'foreign-tag', message: 'Not Python.' }] as const;
    const text = renderTranscript(
      trajectory({ steps: [makeStep({ reply, thought: 'a', code: null, faults: [...faults] })] }),
    );
    assert.match(text, /Reply:\n {4}Thought: a\n {4}Code:\n {4}```bash/);
    assert.match(text, /Format fault: Not Python\./);
    const empty = makeStep({ reply: makeReply({ text: '' }), thought: '', code: null });
    assert.match(renderTranscript(trajectory({ steps: [empty] })), /Reply: \(empty\)/);
  });

  it('says what broke, what was shortened and what was recovered', () => {
    const step = makeStep({ shortenedObservations: [1, 2] });
    const observation = { ...step.observation, kind: 'timeout', recovery: 'interrupted' } as const;
    const failure = { code: 'policy/gone', boundary: 'policy', message: 'No answer.' } as const;
    const text = renderTranscript(
      trajectory({
        steps: [{ ...step, observation }],
        ended: makeEnded({ stopReason: 'failure', finalAnswer: null, failure }),
        reward: {
          recipe: 'r',
          parts: [{ name: 'answer', score: null, weight: 1, reason: 'broke off' }],
          total: null,
        },
      }),
    );
    assert.match(text, /Observation \(timeout, interrupted\):/);
    assert.match(text, /observations of steps 1, 2/);
    assert.match(text, /Failure: policy\/gone: No answer\./);
    assert.match(text, /Reward: no total\n {2}answer unscored x 1 {2}broke off/);
  });

  it('says that an end is missing', () => {
    assert.match(renderTranscript(trajectory({ ended: null })), /No end: /);
  });

  it('says how the state behind the tools came out, and pads names of rewards alike', () => {
    const environment = {
      attributes: 7,
      matchedAttributes: 5,
      results: 3,
      matchedResults: 2,
      differing: ['files.files', 'desk.bookings'],
      missing: [1],
    };
    const parts = [
      { name: 'state', score: 0.5, weight: 1, reason: 'a' },
      { name: 'format-strict', score: 0, weight: 0.5, reason: 'b' },
    ];
    const text = renderTranscript(
      trajectory({
        ended: makeEnded({ environment }),
        reward: { recipe: 'artist-tools', parts, total: 0.5 },
      }),
    );
    assert.match(
      text,
      /Environment: 5 of 7 attributes and 2 of 3 results as expected; differing: files\.files, desk\.bookings\n/,
    );
    assert.match(text, / {2}state {9}0\.50 x 1 {2}a\n {2}format-strict 0\.00 x 0\.5 {2}b\n$/);
    const whole = { ...environment, matchedAttributes: 7, differing: [] };
    assert.match(
      renderTranscript(trajectory({ ended: makeEnded({ environment: whole }) })),
      /7 of 7 attributes and 2 of 3 results as expected\n/,
    );
  });
});
