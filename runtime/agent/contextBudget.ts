// Fits the conversation into the tokens that recipe and model allow. The task and the replies stay whole; observations give
// way: the older ones first, oldest first, then the newest is cut to what fits. Every cut is stated in the text. Where the policy
// is trained on its turns only the newest observation gives way.
import type { AgentSettings } from '../contract/recipe.ts';
import type { ChatMessage, Policy } from '../policy/policy.ts';
import type { Prompt, Protocol } from './protocols/protocol.ts';
import { shortenText } from './shortenText.ts';
import { toldMessages } from './toldHistory.ts';

/** One step as the next prompts show it. */
export interface Turn {
  readonly step: number;
  readonly reply: string;
  readonly observation: string;
  /** What a person asked after it, as the prompt shows it; null while the question stays the same. */
  readonly asked: string | null;
}

export interface Conversation {
  readonly prompt: Prompt;
  readonly turns: readonly Turn[];
}

export interface FittedPrompt {
  readonly messages: readonly ChatMessage[];
  /** Tokens left for the reply. */
  readonly maxTokens: number;
  /** Steps whose observations are shown shortened, without the newest. */
  readonly shortened: readonly number[];
  /** The newest observation as the prompt shows it; null when there is none. */
  readonly newestObservation: string | null;
}

export interface BudgetServices {
  readonly policy: Pick<Policy, 'contextTokens' | 'countTokens'> &
    Partial<Pick<Policy, 'capabilities'>>;
  readonly protocol: Pick<Protocol, 'tell'>;
  readonly settings: Pick<AgentSettings, 'maxSequenceTokens' | 'maxReplyTokens' | 'history'>;
}

/** Characters that an old observation keeps, in two rounds. */
const oldObservationCharacters = [1000, 200] as const;
/** The newest observation is not cut below this. */
const leastNewestCharacters = 200;
/** A reply gets at least so many tokens, or the context counts as full. */
const leastReplyTokens = 128;

/** The prompt of the next step, or null when it does not fit however short the observations are. */
export async function fitPrompt(
  conversation: Conversation,
  services: BudgetServices,
): Promise<FittedPrompt | null> {
  const { maxReplyTokens } = services.settings;
  const draft = new Draft(conversation, services);
  if ((await draft.room()) >= maxReplyTokens) return draft.fitted(maxReplyTokens);
  const mayShorten = services.policy.capabilities?.appendOnly !== true;
  if (mayShorten && (await draft.shortenOld(maxReplyTokens))) return draft.fitted(maxReplyTokens);
  await draft.cutNewest(maxReplyTokens);
  const room = await draft.room();
  const enough = room >= Math.min(leastReplyTokens, maxReplyTokens);
  return enough ? draft.fitted(Math.min(room, maxReplyTokens)) : null;
}

/** Tokens that prompt and reply may take together. */
export function tokenLimit({ policy, settings }: BudgetServices): number {
  return Math.min(settings.maxSequenceTokens, policy.contextTokens ?? Infinity);
}

class Draft {
  private readonly conversation: Conversation;
  private readonly services: BudgetServices;
  /** Observations by position, as they are shown. */
  private readonly shown: string[];
  private readonly shortened = new Set<number>();

  constructor(conversation: Conversation, services: BudgetServices) {
    this.conversation = conversation;
    this.services = services;
    this.shown = conversation.turns.map((turn) => turn.observation);
  }

  /** Shortens all observations but the newest, oldest first, until `wanted` tokens are free; true when they are. */
  async shortenOld(wanted: number): Promise<boolean> {
    for (const characters of oldObservationCharacters) {
      for (const position of this.shown.slice(0, -1).keys()) {
        if (this.shorten(position, characters) && (await this.room()) >= wanted) return true;
      }
    }
    return false;
  }

  /** True when that made the observation shorter. */
  private shorten(position: number, characters: number): boolean {
    const turn = this.conversation.turns[position];
    const before = this.shown[position] ?? '';
    if (turn === undefined || before.length <= characters) return false;
    this.shown[position] = shortenText(turn.observation, characters);
    this.shortened.add(turn.step);
    return true;
  }

  /** Cuts the newest observation to the most characters that leave `wanted` tokens, or to the least. */
  async cutNewest(wanted: number): Promise<void> {
    const newest = this.conversation.turns.at(-1);
    if (newest === undefined || newest.observation.length <= leastNewestCharacters) return;
    const position = this.shown.length - 1;
    let fits = leastNewestCharacters;
    let tooMany = newest.observation.length;
    // To within a few percent: each try counts the tokens of the whole prompt.
    while (tooMany - fits > Math.max(50, fits / 20)) {
      const middle = Math.floor((fits + tooMany) / 2);
      this.shown[position] = shortenText(newest.observation, middle);
      if ((await this.room()) >= wanted) fits = middle;
      else tooMany = middle;
    }
    this.shown[position] = shortenText(newest.observation, fits);
  }

  /** Tokens that the prompt leaves for a reply; negative when it is too long by itself. */
  async room(): Promise<number> {
    const tokens = await this.services.policy.countTokens(this.messages());
    return tokenLimit(this.services) - tokens;
  }

  fitted(maxTokens: number): FittedPrompt {
    return {
      messages: this.messages(),
      maxTokens,
      shortened: [...this.shortened].sort((a, b) => a - b),
      newestObservation: this.shown.at(-1) ?? null,
    };
  }

  private told(position: number, asked: string | null): string {
    const observation = this.services.protocol.tell(this.shown[position] ?? '');
    return asked === null ? observation : `${observation}\n\n${asked}`;
  }

  private messages(): readonly ChatMessage[] {
    const { prompt, turns } = this.conversation;
    const told = turns.flatMap((turn, position): ChatMessage[] => [
      { role: 'assistant', content: turn.reply },
      { role: 'user', content: this.told(position, turn.asked) },
    ]);
    const messages: readonly ChatMessage[] = [
      { role: 'system', content: prompt.system },
      ...(prompt.examples ?? []),
      { role: 'user', content: prompt.user },
      ...told,
    ];
    return toldMessages(messages, this.services.settings.history ?? 'native');
  }
}
