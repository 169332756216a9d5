// The web of a process as the person allowed it: none, the live one, one that is recorded or one that is replayed. Constructs its
// parts, as compose.ts does the other ones.
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import packageFile from '../package.json' with { type: 'json' };
import type { RuntimeSettings } from './runtimeSettings.ts';
import { JsonLinesWriter } from './store/jsonLinesWriter.ts';
import { LentHandle } from './store/lentHandle.ts';
import { readAt } from './store/lineBlocks.ts';
import { readLines } from './store/lineReader.ts';
import type { Sleep } from './support/backOff.ts';
import { type Clock, systemClock } from './support/clock.ts';
import { Closing } from './support/closing.ts';
import { HumanError } from './support/errors.ts';
import { AnswerCache } from './web/cache/answerCache.ts';
import { CachingWeb } from './web/cache/cachingWeb.ts';
import { checkedConnector, type Connector, type Resolve } from './web/checkedConnector.ts';
import type { OpenedWeb, WebChoice } from './web/openedWeb.ts';
import { type OwnServers, readOwnServers } from './web/ownServers.ts';
import { PoliteSites } from './web/politeSites.ts';
import { indexRecording, type Place } from './web/recording/recordingIndex.ts';
import { RecordingWeb } from './web/recording/recordingWeb.ts';
import { ReplayingWeb } from './web/recording/replayingWeb.ts';
import { type Gate, RedirectingWeb } from './web/redirectingWeb.ts';
import { RobotsGate } from './web/robotsGate.ts';
import { SiteClient } from './web/siteClient.ts';
import type { Sites } from './web/sites.ts';
import type { Web } from './web/web.ts';
import { defaultWebLimits, type WebLimits } from './web/webLimits.ts';

/** What a web has of its surroundings. */
export interface WebSurroundings {
  readonly resolve: Resolve;
  /** Null for connections as the client opens them. */
  readonly dial: Connector | null;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly random: () => number;
}

const systemSurroundings: WebSurroundings = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  dial: null,
  clock: systemClock,
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: Math.random,
};

type WebSettings = Pick<RuntimeSettings, 'cacheDirectory' | 'env' | 'log'>;

/** As sites know this program. */
const agentName = 'Tool-R1';

/**
 * Null when the web is off.
 * @throws HumanError when it may not be opened here, or a name or file is no good; FailureError at boundary `store` for a
 *   recording that cannot be read or written
 */
export async function openWeb(
  settings: WebSettings,
  choice: WebChoice,
  surroundings: WebSurroundings = systemSurroundings,
): Promise<OpenedWeb | null> {
  const { mode } = choice;
  if (mode.type === 'off') return null;
  if (mode.type === 'replay') return openReplay(mode.file, settings);
  if (!choice.isTrusted) throw untrusted();
  if (mode.type === 'record') return openRecorded(mode.file, settings, choice, surroundings);
  return openLive(settings, choice, surroundings);
}

async function openLive(
  settings: WebSettings,
  choice: WebChoice,
  surroundings: WebSurroundings,
): Promise<OpenedWeb> {
  const limits = { ...defaultWebLimits, ...choice.limits };
  const ownServers = readOwnServers(choice.ownServers);
  const client = await openClient(settings, limits, surroundings);
  const web = keptWeb(client, { settings, ownServers, limits, surroundings });
  return { forRollout: () => web, close: () => client.close() };
}

async function openRecorded(
  file: string,
  settings: WebSettings,
  choice: WebChoice,
  surroundings: WebSurroundings,
): Promise<OpenedWeb> {
  const live = await openLive(settings, choice, surroundings);
  const closing = new Closing();
  closing.add(() => live.close());
  try {
    const records = await JsonLinesWriter.open(file);
    closing.add(() => records.close());
    const { clock } = surroundings;
    const web = new RecordingWeb({ web: live.forRollout(), records, clock });
    return { forRollout: () => web, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function openReplay(file: string, { log }: WebSettings): Promise<OpenedWeb> {
  const index = await indexRecording(path.basename(file), readLines(file));
  for (const line of index.leftOut) {
    log.topic('web').warn('a line of a recording is no exchange and is left out', { file, line });
  }
  const handle = await LentHandle.open(file);
  const read = ({ offset, bytes }: Place): Promise<string> =>
    handle.read(async (opened) => (await readAt(opened, offset, bytes)).toString());
  return {
    forRollout: () => new ReplayingWeb({ index, read }),
    close: () => handle.close(),
  };
}

/** The client is a megabyte of code, so it is loaded when the web is really opened. */
async function openClient(
  { env }: WebSettings,
  limits: WebLimits,
  { resolve, dial, sleep }: WebSurroundings,
): Promise<SiteClient> {
  // A bundle gives the whole of a CommonJS package as its default only.
  const { Client, buildConnector } = (await import('undici')).default;
  const connectOwn = dial ?? buildConnector({ timeout: limits.connectMilliseconds });
  return new SiteClient({
    connectOwn,
    connectPublic: checkedConnector(resolve, connectOwn),
    // How long an answer may take is decided for each question.
    newDispatcher: (origin, connect) =>
      new Client(origin, { connect, headersTimeout: 0, bodyTimeout: 0 }),
    userAgent: userAgent(env),
    limits,
    sleep,
  });
}

/** Names the program, and whom a site can write to where the person said so, as Wikipedia asks. */
function userAgent(env: RuntimeSettings['env']): string {
  const contact = (env['TOOL_R1_CONTACT'] ?? '').replace(/[^\x20-\x7e]|[()]/g, '').trim();
  const about = ['VS Code extension tool-r1', ...(contact === '' ? [] : [contact])].join('; ');
  return `${agentName}/${packageFile.version} (${about})`;
}

interface LiveParts {
  readonly settings: WebSettings;
  readonly ownServers: OwnServers;
  readonly limits: WebLimits;
  readonly surroundings: WebSurroundings;
}

/** From the inside out: one site at a time, then redirects, then robots.txt, then what is kept. */
function keptWeb(client: Sites, { settings, ownServers, limits, surroundings }: LiveParts): Web {
  const { clock, sleep, random } = surroundings;
  const sites = new PoliteSites({ sites: client, limits, clock, sleep, random });
  const { maxRedirects, keptMilliseconds, maxCacheBytes: maxBytes } = limits;
  const cache = new AnswerCache({
    folder: path.join(settings.cacheDirectory, 'web'),
    maxBytes,
    clock,
    newName: randomUUID,
    log: settings.log.topic('web'),
  });
  const kept = (gate: Gate | null) => {
    const web = new RedirectingWeb({ sites, gate, ownServers, maxRedirects });
    return new CachingWeb({ web, cache, ownServers, keptMilliseconds, clock });
  };
  return kept(new RobotsGate({ web: kept(null), agentName, clock }));
}

function untrusted(): HumanError {
  return new HumanError(
    'The web stays closed in a folder that you do not trust. Trust the workspace, or replay a recording.',
  );
}
