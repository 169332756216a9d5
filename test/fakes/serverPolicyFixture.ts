// A server policy in front of a scripted server, for the tests of the policy and of its parts. Retries do not wait.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../../runtime/contract/reply.ts';
import { parseServerModel } from '../../runtime/policy/modelName.ts';
import { OpenAiPolicy, type OpenAiPolicyOptions } from '../../runtime/policy/openAiPolicy.ts';
import type { PolicyRequest } from '../../runtime/policy/policy.ts';
import { systemClock } from '../../runtime/support/clock.ts';
import { FailureError } from '../../runtime/support/errors.ts';
import { type Answer, type FakeOpenAiServer, startOpenAiServer } from './openAiServer.ts';

export const chatRoute = 'POST /v1/chat/completions';
export const plainRoute = 'POST /v1/completions';
export const key = 'sk-test-0123456789';

export const request: PolicyRequest = {
  messages: [
    { role: 'system', content: 'You write Python.' },
    { role: 'user', content: 'How many rows?' },
  ],
  stop: ['<end_code>', 'Observation:'],
  maxTokens: 100,
  temperature: 0.6,
  topP: 0.95,
  seed: 7,
  shape: 'free',
};

/** A reply with what was handed on while it was sampled. */
export type WatchedReply = Reply & { readonly streamed: string; readonly thought: string };

export class ServerPolicyFixture {
  /** Milliseconds that the policy would have waited before each further attempt. */
  readonly waits: number[] = [];
  readonly notices: string[] = [];
  /** What all replies have handed on so far. */
  streamed = '';
  #server: FakeOpenAiServer | null = null;
  #policy: OpenAiPolicy | null = null;

  get server(): FakeOpenAiServer {
    assert.ok(this.#server, 'start the server first');
    return this.#server;
  }

  get policy(): OpenAiPolicy {
    assert.ok(this.#policy, 'set the policy up first');
    return this.#policy;
  }

  /** Starts a server with the script and a policy that asks it at the path. */
  async start(
    script: Record<string, readonly Answer[]>,
    options: Partial<OpenAiPolicyOptions> & { readonly path?: string } = {},
  ): Promise<void> {
    this.#server = await startOpenAiServer(script);
    const address = `${this.#server.origin}${options.path ?? '/v1'}`;
    this.setUp({ model: parseServerModel(`fake-model@${address}`), ...options });
  }

  /** A policy in place of the last one. */
  setUp(options: Partial<OpenAiPolicyOptions> & Pick<OpenAiPolicyOptions, 'model'>): void {
    this.#policy = new OpenAiPolicy({
      keyFor: () => Promise.resolve(key),
      clock: systemClock,
      random: () => 0,
      sleep: (milliseconds) => {
        this.waits.push(milliseconds);
        return Promise.resolve();
      },
      fetch,
      timeouts: {
        firstTokenMilliseconds: 60_000,
        idleMilliseconds: 60_000,
        closingMilliseconds: 200,
      },
      onNotice: (notice) => this.notices.push(notice),
      ...options,
    });
  }

  /** Asks once and gathers what was streamed. */
  async ask(
    changes: Partial<PolicyRequest> = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<WatchedReply> {
    const seen = { reply: '', reasoning: '' };
    const onText = (text: string, channel: 'reply' | 'reasoning'): void => {
      seen[channel] += text;
      this.streamed += text;
    };
    const reply = await this.policy.complete({ ...request, ...changes }, { signal, onText });
    return { ...reply, streamed: seen.reply, thought: seen.reasoning };
  }

  async close(): Promise<void> {
    try {
      await this.#policy?.dispose();
    } finally {
      await this.#server?.close();
    }
  }
}

/** Waits until the condition holds; a test that waits for ever ends by its own time limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** The failure that the promise rejects with; fails when it does not, or when the failure gives the key away. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof FailureError, String(error));
    assert.equal(error.failure.boundary, 'policy');
    assert.ok(!JSON.stringify(error.failure).includes(key), 'the key is in the message');
    return error.failure;
  }
  return assert.fail('nothing failed');
}
