// A web of made-up sites that all lead to one server of the test, with the real client in front of it. Which addresses are dialled
// is written down; dialling a public address leads to the server.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { buildConnector } from 'undici';
import { openWeb, type WebSurroundings } from '../../../runtime/composeWeb.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import type { WebChoice } from '../../../runtime/web/openedWeb.ts';
import { type Web, WebError, type WebRequest, type WebResponse } from '../../../runtime/web/web.ts';
import { type Mirror, startMirror } from '../../fakes/mirror.ts';
import { makeTemporaryFolder } from '../../fakes/temporaryFolder.ts';

export interface LocalWeb {
  readonly web: Web;
  /** Answers for every site, by path. */
  readonly server: Mirror;
  /** `address:port` of every connection that was tried, in order. */
  readonly dials: string[];
  /** Names that were looked up, in order. */
  readonly lookups: string[];
  /** Fetches a page. */
  readonly get: (url: string, more?: Partial<WebRequest>) => Promise<WebResponse>;
  /** The error that a page ends with. */
  readonly failed: (url: string, more?: Partial<WebRequest>) => Promise<WebError>;
  readonly close: () => Promise<void>;
}

export interface LocalWebSetup extends Partial<WebSurroundings> {
  readonly choice?: Partial<WebChoice>;
  /** Addresses of names; every other name leads to `publicAddress`. A function is asked anew for each look-up. */
  readonly names?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;
  readonly cacheDirectory?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const publicAddress = '93.184.216.34';

export async function startLocalWeb(setup: LocalWebSetup = {}): Promise<LocalWeb> {
  const server = await startMirror();
  const folder = await makeTemporaryFolder();
  const [dials, lookups]: [string[], string[]] = [[], []];
  const { cacheDirectory = folder.path, env = {} } = setup;
  const settings = { cacheDirectory, env, log: silentLog };
  const opening = openWeb(settings, choiceOf(setup), {
    resolve: setup.resolve ?? ((name) => Promise.resolve(addressesOf(name, setup, lookups))),
    dial: setup.dial ?? dialTo(server.url, dials),
    clock: setup.clock ?? systemClock,
    sleep: setup.sleep ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal })),
    random: setup.random ?? (() => 0),
  });
  const leave = async (): Promise<void> => {
    await server.close();
    await folder.remove();
  };
  const opened = await opening.catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  assert.ok(opened);
  const web = opened.forRollout();
  const { signal } = new AbortController();
  return {
    web,
    server,
    dials,
    lookups,
    get: (url, more) => web.fetch({ url, ...more }, signal),
    failed: (url, more) => webErrorOf(web.fetch({ url, ...more }, signal)),
    close: async () => {
      await opened.close();
      await leave();
    },
  };
}

/** The WebError that a promise ends with. */
export async function webErrorOf(promise: Promise<unknown>): Promise<WebError> {
  const error: unknown = await promise.then(
    () => assert.fail('there should have been an error'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof WebError, `no WebError: ${String(error)}`);
  return error;
}

function choiceOf({ choice }: LocalWebSetup): WebChoice {
  const limits = { gapMilliseconds: 0, ...choice?.limits };
  return { mode: { type: 'live' }, isTrusted: true, ownServers: [], ...choice, limits };
}

function addressesOf(name: string, { names }: LocalWebSetup, lookups: string[]): readonly string[] {
  lookups.push(name);
  const addresses = names?.[name] ?? [publicAddress];
  return typeof addresses === 'function' ? addresses() : addresses;
}

/** Connects to the server of the test, whatever address and scheme was asked for. */
function dialTo(url: string, dials: string[]): buildConnector.connector {
  const real = buildConnector({});
  const { hostname, port } = new URL(url);
  return (options, callback) => {
    const usual = options.protocol === 'https:' ? '443' : '80';
    dials.push(`${options.hostname}:${options.port === '' ? usual : options.port}`);
    real({ ...options, protocol: 'http:', hostname, port }, callback);
  };
}
