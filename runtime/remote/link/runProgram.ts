// Runs a program on a machine and follows its output.
import { StringDecoder } from 'node:string_decoder';
import { ProgramAnswer } from './agentMessages.ts';
import { answerOf } from './answerOf.ts';
import type { Channel } from './channel.ts';
import { noBytes } from './frames.ts';
import type { Ended, Program } from './machineLink.ts';

const mostKeptCharacters = 64 * 1024;

export async function runProgram(channel: Channel, program: Program): Promise<Ended> {
  const { argv, cwd, env, stdin = noBytes, signal, onOutput } = program;
  const outputs = { stdout: new Output(), stderr: new Output() };
  const answer = await channel.ask({
    name: 'run',
    fields: { argv, ...(cwd === undefined ? {} : { cwd }), env: env ?? {} },
    body: stdin,
    signal,
    onEvent: (event, body) => {
      if (event !== 'stdout' && event !== 'stderr') return;
      const text = outputs[event].add(body);
      if (text !== '') onOutput?.(event, text);
    },
  });
  const { code } = answerOf(ProgramAnswer, answer);
  return { code, stdout: outputs.stdout.text, stderr: outputs.stderr.text };
}

/** The end of what was written, with characters that came in two pieces put together. */
class Output {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  get text(): string {
    return this.#text;
  }

  add(bytes: Uint8Array): string {
    const piece = this.#decoder.write(Buffer.from(bytes));
    this.#text = (this.#text + piece).slice(-mostKeptCharacters);
    return piece;
  }
}
