// The agent loop: prompt -> reply -> code -> observation, until a stop condition holds. It keeps nothing after it ends and
// neither stores, scores nor shows: it yields events, and its return value says how the rollout ended.
import type { RunEventOf } from '../contract/events.ts';
import type { Failure } from '../contract/failure.ts';
import type { Variable } from '../contract/observation.ts';
import type { AgentSettings } from '../contract/recipe.ts';
import type { Step } from '../contract/step.ts';
import type { StopReason } from '../contract/trajectory.ts';
import type { Policy } from '../policy/policy.ts';
import type { Sandbox, StepResult } from '../sandbox/sandbox.ts';
import type { Clock } from '../support/clock.ts';
import { failure, toFailure } from '../support/errors.ts';
import {
  answeredStep,
  brokenStep,
  cancelledStep,
  codelessStep,
  ranStep,
  withObservationText,
  type StepBase,
} from './buildStep.ts';
import {
  carriedReply,
  comparedWithParent,
  takenOver,
  type CarriedStep,
  type WrittenReply,
} from './carriedStep.ts';
import {
  fitPrompt,
  tokenLimit,
  type BudgetServices,
  type FittedPrompt,
  type Turn,
} from './contextBudget.ts';
import { finalAnswerText } from './finalAnswerText.ts';
import type { Prompt, Protocol } from './protocols/protocol.ts';
import { relay } from './relay.ts';
import { holdsText, isCut, sampleReply, type Sample } from './sampleReply.ts';
import { firstStop, stopConditions, stoppedByPerson } from './stopConditions.ts';
import { toldReply } from './toldHistory.ts';

export interface LoopInput {
  readonly trajectoryId: string;
  readonly prompt: Prompt;
  readonly settings: AgentSettings;
  readonly seed: number;
  /** Ends the rollout; the step in flight is kept as far as it got. */
  readonly signal: AbortSignal;
  /** Steps of the parent trajectory that come first. */
  readonly carried?: readonly CarriedStep[];
  /** The reply of the first step after those, in place of the policy's. */
  readonly written?: WrittenReply;
  readonly earlier?: EarlierQuestions;
}

/** Questions that were asked before this one in the same namespace, and how they are told. */
export interface EarlierQuestions {
  /** How many of the carried steps belong to them. */
  readonly steps: number;
  /** What was asked after a step, this question included, by the number of the step. */
  readonly asked: ReadonlyMap<number, string>;
  /** The prompt to use when those steps do not fit into the context. */
  readonly recap: (variables: readonly Variable[]) => Prompt;
}

export interface LoopServices {
  readonly policy: Policy;
  readonly protocol: Protocol;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}

export type LoopEvent = RunEventOf<
  'step-started' | 'text-sampled' | 'reply-parsed' | 'tool-called' | 'tool-answered' | 'step-ended'
>;

export interface LoopOutcome {
  readonly stopReason: StopReason;
  /** The answer as text, given to final_answer or in a reply; null when there was none. */
  readonly finalAnswer: string | null;
  /** What broke, when the stop reason is `failure`. */
  readonly failure: Failure | null;
}

/** The part of an observation that printed output may fill; the rest is for errors and notes. */
const outputShare = 0.9;

type LoopGenerator<Result> = AsyncGenerator<LoopEvent, Result, undefined>;

/** Never throws. Leaving the generator early stops the policy and the Python in flight. */
export async function* runLoop(
  input: LoopInput,
  services: LoopServices,
): LoopGenerator<LoopOutcome> {
  const left = new AbortController();
  const signal = AbortSignal.any([input.signal, left.signal]);
  try {
    return yield* new Loop({ ...input, signal }, services).run();
  } finally {
    left.abort();
  }
}

class Loop {
  private readonly input: LoopInput;
  private readonly services: LoopServices;
  private readonly steps: Step[] = [];
  private readonly turns: Turn[] = [];
  private finalAnswer: string | null = null;

  constructor(input: LoopInput, services: LoopServices) {
    this.input = input;
    this.services = services;
  }

  async *run(): LoopGenerator<LoopOutcome> {
    const early = yield* this.carryOver();
    if (early !== null) return early;
    const conditions = stopConditions(this.input.settings);
    let written = this.input.written ?? null;
    let next = written === null ? await this.fit() : unasked;
    while (next.prompt !== null) {
      if (this.input.signal.aborted) return ended('cancelled');
      const { step, outcome } = yield* this.step(next.prompt, written);
      if (step === null) return outcome;
      written = null;
      this.steps.push(step);
      const end = outcome ?? this.stopped(firstStop(conditions, this.ownSteps()));
      if (end !== null) {
        yield this.stepEnded(step);
        return end;
      }
      this.turns.push(this.turnOf(step));
      next = await this.fit();
      yield this.stepEnded(this.asShown(step, next.prompt));
    }
    return next.outcome;
  }

  /** The steps of the parent, and how the rollout ends when it does not come past them. They end it only by breaking. */
  private async *carryOver(): LoopGenerator<LoopOutcome | null> {
    for (const carried of this.input.carried ?? []) {
      if (this.input.signal.aborted) return ended('cancelled');
      yield { ...this.event(), type: 'step-started', step: carried.step.index };
      const { step, outcome } = carried.runAgain
        ? yield* this.runAgain(carried.step)
        : { step: takenOver(carried.step), outcome: null };
      this.steps.push(step);
      this.turns.push(this.turnOf(step));
      yield this.stepEnded(step);
      const end = outcome ?? this.stopped(stoppedByPerson(carried.runAgain ? [step] : []));
      if (end !== null) return end;
    }
    this.finalAnswer = null;
    return null;
  }

  private async *runAgain(before: Step): LoopGenerator<StepEnd & { readonly step: Step }> {
    const { index, thought, code, faults, shortenedObservations } = before;
    const parsed = { thought, code, faults };
    const startedAt = this.services.clock.now();
    yield { ...this.event(), type: 'reply-parsed', step: index, ...parsed };
    const reply = carriedReply(before.reply);
    const end = yield* this.act({ index, startedAt, reply, parsed, shortenedObservations });
    return { ...end, step: comparedWithParent(end.step, before) };
  }

  /** One step as far as it gets. */
  private async *step(prompt: FittedPrompt, written: WrittenReply | null): LoopGenerator<StepEnd> {
    const startedAt = this.services.clock.now();
    const index = this.steps.length + 1;
    yield { ...this.event(), type: 'step-started', step: index };
    const { reply, failure: broken } =
      written === null
        ? yield* this.sample(prompt, index)
        : { reply: written.reply, failure: null };
    const stopped = this.input.signal.aborted || reply.finishReason === 'cancelled';
    const outcome = broken !== null ? this.brokenBy(broken) : stopped ? ended('cancelled') : null;
    if (outcome !== null && !holdsText(reply)) return { step: null, outcome };
    const parsed =
      written?.parsed ?? this.services.protocol.parse(reply.text, isCut(reply) || outcome !== null);
    const base = { index, startedAt, reply, parsed, shortenedObservations: prompt.shortened };
    yield { ...this.event(), type: 'reply-parsed', step: index, ...parsed };
    if (broken !== null) return { step: brokenStep(base, broken), outcome };
    if (stopped) return { step: cancelledStep(base), outcome };
    return yield* this.act(base);
  }

  /** Runs the code of a reply, takes its answer, or tells that there is neither. */
  private async *act(base: StepBase): LoopGenerator<StepEnd & { readonly step: Step }> {
    const { protocol } = this.services;
    const { code, faults, answer } = base.parsed;
    if (code === null) {
      if (answer !== undefined) {
        this.finalAnswer = answer;
        return { step: answeredStep(base), outcome: null };
      }
      return { step: codelessStep(base, protocol.observeNoCode(base.parsed)), outcome: null };
    }
    try {
      const result = yield* this.execute(code, base.index);
      const { maxObservationCharacters } = this.input.settings;
      const text = protocol.observe(result, maxObservationCharacters, faults);
      if (result.finalAnswer !== null) this.finalAnswer = finalAnswerText(result.finalAnswer.value);
      return { step: ranStep(base, result, text), outcome: null };
    } catch (error) {
      if (this.input.signal.aborted) {
        return { step: cancelledStep(base), outcome: ended('cancelled') };
      }
      const broken = toFailure(error, 'sandbox');
      return { step: brokenStep(base, broken), outcome: failed(broken) };
    }
  }

  private sample(prompt: FittedPrompt, step: number): LoopGenerator<Sample> {
    const { settings, seed, signal } = this.input;
    return relay((emit) =>
      sampleReply({ prompt, settings, seed, signal }, this.services, (text, channel) =>
        emit({ ...this.event(), type: 'text-sampled', step, text, channel }),
      ),
    );
  }

  private execute(code: string, step: number): LoopGenerator<StepResult> {
    const { settings, signal } = this.input;
    return relay((emit) =>
      this.services.sandbox.run(code, {
        timeoutMilliseconds: settings.stepTimeoutMilliseconds,
        maxOutputCharacters: Math.floor(settings.maxObservationCharacters * outputShare),
        signal,
        step,
        onToolCalled: (call) => emit({ ...this.event(), type: 'tool-called', step, ...call }),
        onToolAnswered: (call) => emit({ ...this.event(), type: 'tool-answered', step, call }),
      }),
    );
  }

  /** The prompt of the next step, or how the rollout ends because there is none. */
  private async fit(): Promise<NextPrompt> {
    const { settings, prompt } = this.input;
    const services = { ...this.services, settings };
    try {
      const fitted =
        (await fitPrompt({ prompt, turns: this.turns }, services)) ??
        (await this.fitRecap(services));
      if (fitted !== null) return { prompt: fitted, outcome: null };
      if (this.turns.length > 0) return { prompt: null, outcome: ended('context-full') };
      throw failure('policy', 'prompt-too-long', tooLong(tokenLimit(services)));
    } catch (error) {
      return { prompt: null, outcome: failed(toFailure(error, 'policy')) };
    }
  }

  /** The prompt without the steps of earlier questions; null when there are none, or when it does not fit either. */
  private async fitRecap(services: BudgetServices): Promise<FittedPrompt | null> {
    const { earlier } = this.input;
    if (earlier === undefined) return null;
    const variables = this.steps[earlier.steps - 1]?.variables ?? [];
    const turns = this.turns.slice(earlier.steps);
    return fitPrompt({ prompt: earlier.recap(variables), turns }, services);
  }

  private ownSteps(): readonly Step[] {
    return this.steps.slice(this.input.earlier?.steps ?? 0);
  }

  /** An overflow past the first step is a full context that the token count did not foresee. */
  private brokenBy(broken: Failure): LoopOutcome {
    const overflow = broken.code === 'policy/context-overflow' && this.steps.length > 0;
    return overflow ? ended('context-full') : failed(broken);
  }

  private stopped(reason: StopReason | null): LoopOutcome | null {
    return reason === null ? null : { ...ended(reason), finalAnswer: this.finalAnswer };
  }

  private turnOf(step: Step): Turn {
    const { index, observation } = step;
    const { thinking = 'thought' } = this.input.settings;
    const told = toldReply(step, this.services.protocol, thinking);
    const asked = this.input.earlier?.asked.get(index) ?? null;
    return { step: index, reply: told, observation: observation.text, asked };
  }

  /** The step with its observation cut as the next prompt cuts it; later prompts start from there. */
  private asShown(step: Step, prompt: FittedPrompt | null): Step {
    const text = prompt?.newestObservation ?? step.observation.text;
    const turn = this.turns.at(-1);
    if (text === step.observation.text || turn === undefined) return step;
    const shown = withObservationText(step, text);
    this.steps.splice(-1, 1, shown);
    this.turns.splice(-1, 1, { ...turn, observation: text });
    return shown;
  }

  private stepEnded(step: Step): LoopEvent {
    return { ...this.event(), type: 'step-ended', step };
  }

  private event() {
    const { trajectoryId } = this.input;
    return { version: 1, trajectoryId, at: this.services.clock.now() } as const;
  }
}

/** A step, and the outcome when nothing can follow; no step when the policy had said nothing yet. */
type StepEnd =
  | { readonly step: Step; readonly outcome: LoopOutcome | null }
  | { readonly step: null; readonly outcome: LoopOutcome };

type NextPrompt =
  | { readonly prompt: FittedPrompt; readonly outcome: null }
  | { readonly prompt: null; readonly outcome: LoopOutcome };

/** Nobody is asked for a reply that is written already. */
const unasked: NextPrompt = {
  prompt: { messages: [], maxTokens: 0, shortened: [], newestObservation: null },
  outcome: null,
};

function ended(stopReason: StopReason): LoopOutcome {
  return { stopReason, finalAnswer: null, failure: null };
}

function failed(broken: Failure): LoopOutcome {
  return { stopReason: 'failure', finalAnswer: null, failure: broken };
}

function tooLong(limit: number): string {
  return (
    `Instructions, question and list of files leave no room for a reply in ${limit} tokens. ` +
    'Choose fewer files, shorten the question, raise maxSequenceTokens, or take a model with a larger context.'
  );
}
