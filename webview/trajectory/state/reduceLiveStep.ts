// What happens inside the step that is under way. Text is added in constant time, whatever is there already. Pure.
import type { RunEventOf } from '../../../runtime/contract/events.ts';
import { pushText } from './liveReply.ts';
import type { LiveCall, LiveStep } from './trajectoryState.ts';

export type StepEvent = RunEventOf<
  'text-sampled' | 'reply-parsed' | 'tool-called' | 'tool-answered'
>;

/** A longer piece is several tokens that were put together on the way. */
const longestToken = 16;
const charactersPerToken = 4;

export function reduceLiveStep(live: LiveStep, event: StepEvent): LiveStep {
  switch (event.type) {
    case 'text-sampled':
      return addText(live, event);
    case 'reply-parsed': {
      const { thought, code, faults } = event;
      return { ...live, parsed: { thought, code, faults } };
    }
    case 'tool-called': {
      const { name, at: calledAt } = event;
      return setCall(live, event.index, {
        ...{ name, calledAt, answer: null },
        arguments: event.arguments,
      });
    }
    case 'tool-answered': {
      const { call } = event;
      const calledAt = live.calls[call.index]?.calledAt ?? event.at;
      return setCall(live, call.index, {
        ...{ name: call.name, calledAt, answer: call },
        arguments: call.arguments,
      });
    }
  }
}

function addText(live: LiveStep, event: RunEventOf<'text-sampled'>): LiveStep {
  const { text, channel, at } = event;
  if (text === '') return live;
  const timed = {
    ...live,
    tokens: live.tokens + tokensIn(text),
    firstTextAt: live.firstTextAt ?? at,
    lastTextAt: at,
  };
  return channel === 'reasoning'
    ? { ...timed, reasoning: live.reasoning.append(text) }
    : { ...timed, reply: pushText(live.reply, text) };
}

function tokensIn(text: string): number {
  return text.length <= longestToken ? 1 : Math.round(text.length / charactersPerToken);
}

function setCall(live: LiveStep, index: number, call: LiveCall): LiveStep {
  const calls = [...live.calls];
  // Calls are numbered without gaps; one that comes out of turn is put at the end.
  calls[Math.min(index, calls.length)] = call;
  return { ...live, calls };
}
