// The words of a run's page.
import assert from 'node:assert/strict';
import type { RunListing, ShownState } from '../../../../runtime/contract/training/runView.ts';
import { makeBadges, makeRunListing, makeRunPage } from '../../../fakes/runPages.ts';
import { openBadge } from '../../../../webview/run/healthView.ts';
import { newsWords } from '../../../../webview/run/newsWords.ts';
import { lastPart } from '../../../../webview/run/paths.ts';
import { resumeRefusal, stopRefusal } from '../../../../webview/run/refusals.ts';
import {
  gpuWords,
  guessedStep,
  paceWords,
  repeatWords,
  stateDetail,
  taskWords,
  timeLeft,
  waitWords,
} from '../../../../webview/run/runWords.ts';
import { isAlive } from '../../../../webview/run/stateLooks.ts';
import { agoWords, untilWords } from '../../../../webview/run/timeWords.ts';

const now = Date.parse('2026-05-04T12:00:00.000Z');
const listing = (state: ShownState, over: Partial<RunListing> = {}): RunListing => ({
  ...makeRunListing({ state, steps: 312, now }),
  ...over,
});
const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

describe('the tasks of a run', () => {
  it('are counted, with those in the window where that is known', () => {
    assert.equal(taskWords({ tasks: 1300, inWindow: 412, epoch: 13 }), '412 in window of 1,300');
    assert.equal(taskWords({ tasks: 1300, inWindow: null, epoch: null }), '1,300');
    assert.equal(taskWords({ tasks: 3, inWindow: 0, epoch: 1 }), '0 in window of 3');
  });
});

describe('what stands beside the state of a run', () => {
  it('is what it does and its heartbeat while it lives', () => {
    assert.equal(
      stateDetail(listing('running'), now),
      'Sampling: 140 of 256 rollouts, heartbeat 3 s ago',
    );
    assert.equal(stateDetail(listing('starting', { lastSeenAt: null }), now), '');
    assert.equal(stateDetail(listing('stalled'), now), 'last heartbeat 4 min ago');
  });

  it('is its place in the line while it waits', () => {
    assert.equal(stateDetail(listing('queued'), now), 'place 2 in line for GPU 0, 1, 2 and 3');
    assert.equal(waitWords({ waitsFor: { place: 1, gpus: [5] } }), 'next in line for GPU 5');
    assert.equal(waitWords({ waitsFor: null }), 'waits to be started');
    assert.equal(gpuWords([0, 1]), 'GPU 0 and 1');
  });

  it('says what an offline run was, never that it is dead', () => {
    assert.equal(stateDetail(listing('offline'), now), 'was running, last seen 2 min ago');
    const done = listing('offline', { lastState: 'done', lastSeenAt: null });
    assert.equal(stateDetail(done, now), 'was done, not seen yet');
  });

  it('says where it ended', () => {
    assert.match(stateDetail(listing('crashed'), now), /^after train step 312, \d\d:\d\d$/);
    assert.equal(
      stateDetail(listing('stopped', { step: 0, lastSeenAt: null }), now),
      'before the first train step',
    );
  });
});

describe('the time that a run still takes', () => {
  it('is told with what is not certain about it', () => {
    const left = { secondsLeft: 66_000, secondsLeftSpread: 4200 };
    assert.deepEqual(timeLeft(listing('running', left), now), {
      words: '18 h 20 min left',
      doubt: '± 1 h 10 min',
    });
    assert.equal(
      timeLeft(listing('running', { ...left, secondsLeftSpread: null }), now)?.doubt,
      '',
    );
  });

  it('is guessed on from when the run was heard', () => {
    const left = { secondsLeft: 66_000, lastSeenAt: before(3600) };
    assert.deepEqual(timeLeft(listing('offline', left), now), {
      words: 'about 17 h 20 min left',
      doubt: 'if it kept its pace',
    });
    const late = { secondsLeft: 600, lastSeenAt: before(3600) };
    assert.equal(timeLeft(listing('offline', late), now)?.words, 'may be done by now');
  });

  it('is not told of a run that ended or is ending', () => {
    for (const state of ['stopping', 'stopped', 'crashed', 'done'] as const) {
      assert.equal(timeLeft(listing(state, { secondsLeft: 600 }), now), null);
    }
    assert.equal(timeLeft(listing('running', { secondsLeft: null }), now), null);
  });

  it('goes with the pace', () => {
    assert.equal(paceWords(96.2), '96 s per step');
    assert.equal(paceWords(2.43), '2.4 s per step');
    assert.equal(paceWords(5400), '1 h 30 min per step');
  });
});

describe('a train step that nobody heard of', () => {
  it('is guessed by the pace, up to the last one', () => {
    assert.equal(guessedStep(listing('offline', { lastSeenAt: before(960) }), now), 322);
    assert.equal(guessedStep(listing('offline', { lastSeenAt: before(1e7) }), now), 1000);
  });

  it('is not guessed before one could be done, nor without a pace', () => {
    assert.equal(guessedStep(listing('offline', { lastSeenAt: before(60) }), now), null);
    assert.equal(guessedStep(listing('offline', { secondsPerStep: null }), now), null);
    assert.equal(guessedStep(listing('offline', { lastSeenAt: null }), now), null);
  });
});

describe('resuming and stopping', () => {
  it('says what is made again', () => {
    assert.equal(repeatWords(listing('crashed'), 300), '12 train steps, about 19 min');
    assert.equal(repeatWords(listing('stopped'), 312), 'nothing');
    const unknown = listing('crashed', { step: 1, secondsPerStep: null });
    assert.equal(repeatWords(unknown, 0), '1 train step');
  });

  it('are refused with a reason, and never both allowed', () => {
    const states: ShownState[] = [
      ...(['queued', 'starting', 'running', 'stalled', 'stopping'] as const),
      ...(['stopped', 'crashed', 'done', 'offline'] as const),
    ];
    for (const state of states) {
      const reasons = [stopRefusal(listing(state)), resumeRefusal(listing(state))];
      assert.ok(
        reasons.some((reason) => reason !== null),
        state,
      );
    }
    assert.equal(stopRefusal(listing('stalled')), null);
    assert.equal(resumeRefusal(listing('crashed')), null);
    assert.match(stopRefusal(listing('offline')) ?? '', /a100-box is not connected/);
    const none = listing('crashed', { newestCheckpoint: null });
    assert.match(resumeRefusal(none) ?? '', /no checkpoint/);
  });

  it('knows in which states something lives', () => {
    assert.deepEqual(
      (['queued', 'stopping', 'stopped', 'crashed', 'offline'] as const).map(isAlive),
      [true, true, false, false, false],
    );
  });
});

describe('the badge that is open', () => {
  const badges = makeBadges(312);

  it('is the worst one that needs a look, before a person chose', () => {
    assert.equal(openBadge(badges, undefined)?.id, 'truncated');
    const alarm = badges.map((badge) =>
      badge.id === 'learning' ? { ...badge, level: 'alarm' as const } : badge,
    );
    assert.equal(openBadge(alarm, undefined)?.id, 'learning');
    assert.equal(openBadge(makeBadges(0), undefined), null);
  });

  it('is the chosen one, or none', () => {
    assert.equal(openBadge(badges, 'learning')?.id, 'learning');
    assert.equal(openBadge(badges, null), null);
  });
});

describe('what is said to people who hear the page', () => {
  const page = makeRunPage({ now });

  it('is nothing for one more train step', () => {
    const next = { ...page, listing: { ...page.listing, step: 313 } };
    assert.equal(newsWords(next, page), null);
  });

  it('is another state and a new checkpoint', () => {
    const changed = { ...page.listing, state: 'offline' as const, newestCheckpoint: 400 };
    assert.equal(
      newsWords({ ...page, listing: changed }, page),
      'The run is offline. Checkpoint 400 is saved.',
    );
  });

  it('is a badge that got worse, not one that got better', () => {
    const worse = page.badges.map((badge) =>
      badge.id === 'truncated' ? { ...badge, level: 'alarm' as const, value: '12 %' } : badge,
    );
    assert.equal(newsWords({ ...page, badges: worse }, page), 'Truncated: 12 %, alarm.');
    assert.equal(newsWords(page, { ...page, badges: worse }), null);
    assert.equal(newsWords(page, { ...page, badges: makeBadges(0) }), 'Truncated: 6.3 %, watch.');
  });
});

describe('times and paths', () => {
  it('are as exact as they need to be', () => {
    const words = [0, 8, 200, 7500, 190_000].map((seconds) => agoWords(before(seconds), now));
    assert.deepEqual(words, ['just now', '8 s ago', '3 min ago', '2 h 5 min ago', '2 d 4 h ago']);
    assert.equal(untilWords(before(-18), now), 'in 18 s');
    assert.equal(untilWords(before(2), now), 'now');
  });

  it('show the last part', () => {
    assert.equal(lastPart('/home/ada/models/Qwen2.5-7B/'), 'Qwen2.5-7B');
    assert.equal(lastPart('C:\\models\\tiny'), 'tiny');
    assert.equal(lastPart('Qwen/Qwen2.5-7B'), 'Qwen2.5-7B');
  });
});
