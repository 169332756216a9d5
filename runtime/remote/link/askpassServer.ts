// Where the questions of one ssh process arrive: a socket in a folder that only this user can open. ssh starts a small program
// (askpass.mjs) for each question, which speaks to this socket.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { Asked, Asker } from './asker.ts';

export interface AskpassParts {
  readonly machine: string;
  readonly asker: Asker;
  /** The file askpass.mjs, and the Node that runs it. */
  readonly program: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
  /** The person's own, where there is one. */
  readonly display: string | undefined;
}

const Question = z.object({ question: z.string(), hint: z.string() });

export class AskpassServer {
  /** For the environment of ssh. */
  readonly env: Readonly<Record<string, string>>;
  readonly #parts: AskpassParts;
  readonly #folder: string;
  readonly #server: Server;
  readonly #closing = new AbortController();
  #open = 0;
  #unanswered: string | null = null;

  private constructor(parts: AskpassParts, folder: string) {
    this.#parts = parts;
    this.#folder = folder;
    this.#server = createServer((socket) => this.#serve(socket));
    this.env = {
      SSH_ASKPASS: path.join(folder, scriptName(parts.platform)),
      SSH_ASKPASS_REQUIRE: 'force',
      // An ssh before 8.4 asks by a program only where it sees a display.
      DISPLAY: parts.display ?? ':0',
      ELECTRON_RUN_AS_NODE: '1',
      TOOL_R1_ASKPASS: socketPath(parts.platform, folder),
    };
  }

  static async start(parts: AskpassParts): Promise<AskpassServer> {
    // mkdtemp makes it for this user alone.
    const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-ask-'));
    const server = new AskpassServer(parts, folder);
    await writeFile(path.join(folder, scriptName(parts.platform)), script(parts));
    await chmod(path.join(folder, scriptName(parts.platform)), 0o700);
    await server.#listen();
    return server;
  }

  /** True while the person is asked something. */
  get isAsking(): boolean {
    return this.#open > 0;
  }

  /** The question that got no answer; null when all were answered. */
  get unanswered(): string | null {
    return this.#unanswered;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #listen(): Promise<void> {
    const place = this.env['TOOL_R1_ASKPASS'];
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(place, resolve);
    });
  }

  #serve(socket: Socket): void {
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => gone.abort());
    socket.on('close', () => gone.abort());
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.endsWith('\n')) void this.#answer(socket, text, signal);
    });
  }

  async #answer(socket: Socket, text: string, signal: AbortSignal): Promise<void> {
    const parsed = parseJson(Question, text);
    if (!parsed.ok) {
      socket.end();
      return;
    }
    this.#open += 1;
    const asked = askedOf(this.#parts.machine, parsed.value);
    const answer = await this.#parts.asker.ask(asked, signal).catch(() => null);
    this.#open -= 1;
    if (answer === null && asked.kind !== 'notice') this.#unanswered = asked.question;
    socket.end(answer === null ? '' : `=${answer}`);
  }
}

/** ssh gives a hint for some questions only; the one about a host key is known by its words. */
function askedOf(machine: string, { question, hint }: z.infer<typeof Question>): Asked {
  if (hint === 'none') return { machine, question, kind: 'notice' };
  const isConfirm = hint === 'confirm' || /\(yes\/no/.test(question);
  return { machine, question, kind: isConfirm ? 'confirm' : 'secret' };
}

function scriptName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'ask.cmd' : 'ask';
}

function socketPath(platform: NodeJS.Platform, folder: string): string {
  return platform === 'win32'
    ? `\\\\.\\pipe\\${path.basename(folder)}`
    : path.join(folder, 'socket');
}

function script({ node, program, platform }: AskpassParts): string {
  if (platform === 'win32') return `@"${node}" "${program}" %*\r\n`;
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `#!/bin/sh\nexec ${quote(node)} ${quote(program)} "$@"\n`;
}
