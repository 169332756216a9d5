// What the attacks are after, and how the host sees that one of them got it: a secret file, a secret in the environment,
// secrets of two other episodes, a folder in which nothing may appear, files that nothing may change, and a server that
// nothing may reach.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { makeTemporaryFolder } from '../fakes/temporaryFolder.ts';

export const environmentName = 'ATTACK_SECRET';
/** A tool that the host has and that no attacked episode was given. */
export const forbiddenTool = 'web_delete';

export interface Bait {
  /** Holds all of the bait that lies on disk. */
  readonly folder: string;
  /** Folder of chosen files; holds links that lead out of it. */
  readonly workspace: string;
  /** Given to an episode that runs at the same time. */
  readonly peerSecret: string;
  /** Given to an episode that ran before in the same sandbox. */
  readonly pastSecret: string;
  /** Python that gives an attack its names: SECRET_FILE, MARKER, COMMAND and so on. */
  preamble(): string;
  /** What shows that an attack got through, given all that came back from it. Forgets what it has told. */
  evidence(output: string): string[];
  remove(): Promise<void>;
}

export async function layBait(): Promise<Bait> {
  const folder = await makeTemporaryFolder();
  const secrets = {
    file: secret('FILE'),
    environment: secret('ENV'),
    peer: secret('PEER'),
    past: secret('PAST'),
  };
  const secretFile = await folder.write('outside/secret.txt', secrets.file);
  const markers = path.join(folder.path, 'markers');
  await mkdir(markers);
  const workspace = path.join(folder.path, 'workspace');
  layWorkspace(workspace, secretFile);
  const untouched = fingerprint(workspace);
  const server = await startServer();
  process.env[environmentName] = secrets.environment;
  let attacks = 0;

  return {
    folder: folder.path,
    workspace,
    peerSecret: secrets.peer,
    pastSecret: secrets.past,
    preamble: () => {
      attacks += 1;
      const marker = path.join(markers, `marker-${attacks}`);
      return preamble({ secretFile, marker, port: server.port });
    },
    evidence: (output) => [
      ...Object.entries(secrets).flatMap(([name, value]) =>
        output.includes(value) ? [`read the ${name} secret`] : [],
      ),
      ...(/JS-REACHED-[a-z0-9]/.test(output) ? ['ran JavaScript'] : []),
      ...readdirSync(markers).map((name) => removeMarker(path.join(markers, name))),
      ...server.takeConnections().map(() => 'reached the server'),
      ...(fingerprint(workspace) === untouched ? [] : [mendWorkspace(workspace, secretFile)]),
    ],
    async remove() {
      Reflect.deleteProperty(process.env, environmentName);
      await server.close();
      await folder.remove();
    },
  };
}

/** Never valid Python, so that an attack that compiles a secret sees it in the error, whatever the dice say. */
function secret(kind: string): string {
  return `${kind}-SECRET-7g${randomBytes(12).toString('hex')}`;
}

function layWorkspace(workspace: string, secretFile: string): void {
  mkdirSync(path.join(workspace, 'folder'), { recursive: true });
  writeFileSync(path.join(workspace, 'notes.txt'), 'Sales of March: 42\n');
  writeFileSync(path.join(workspace, 'folder', 'inner.csv'), 'a,b\n1,2\n');
  symlinkSync(secretFile, path.join(workspace, 'link-out.txt'));
  symlinkSync(path.dirname(secretFile), path.join(workspace, 'folder-out'));
}

/** Lays the chosen files anew, in the folder that is there: it may be mounted. */
function mendWorkspace(workspace: string, secretFile: string): string {
  mkdirSync(workspace, { recursive: true });
  for (const name of readdirSync(workspace)) {
    rmSync(path.join(workspace, name), { recursive: true, force: true });
  }
  layWorkspace(workspace, secretFile);
  return 'changed the chosen files';
}

/** Names and contents below a folder; links are not followed. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    hash.update(`${file}\0`).update(entry.isFile() ? readFileSync(file) : '');
  }
  return hash.digest('hex');
}

interface CountingServer {
  readonly port: number;
  /** The connections since the last call. */
  takeConnections(): Socket[];
  close(): Promise<void>;
}

async function startServer(): Promise<CountingServer> {
  const taken: Socket[] = [];
  const fresh: Socket[] = [];
  const server = createServer((socket) => {
    fresh.push(socket);
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    takeConnections: () => {
      const connections = fresh.splice(0);
      taken.push(...connections);
      return connections;
    },
    close: () => {
      for (const socket of [...taken, ...fresh]) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function preamble(bait: { secretFile: string; marker: string; port: number }): string {
  const names = {
    SECRET_FILE: bait.secretFile,
    MARKER: bait.marker,
    COMMAND: `echo reached > ${bait.marker}`,
    URL: `http://127.0.0.1:${bait.port}/attack`,
    ENV_NAME: environmentName,
    FORBIDDEN_TOOL: forbiddenTool,
    // Only JavaScript can put the words together.
    JS_PROOF: "['JS', 'REACHED', typeof globalThis].join('-')",
  };
  const lines = Object.entries(names).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [...lines, `PORT = ${bait.port}`, ''].join('\n');
}

function removeMarker(file: string): string {
  rmSync(file, { recursive: true });
  return 'wrote a file of the host';
}
