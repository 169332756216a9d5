// The web of a process as the person allowed it: none, the live one, one that is recorded or one that is replayed. Constructs its
// parts, as compose.ts does the other ones.
import { lookup } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import packageFile from '../package.json' with { type: 'json' };
import type { RuntimeSettings } from './runtimeSettings.ts';
import type { Sleep } from './support/backOff.ts';
import { type Clock, systemClock } from './support/clock.ts';
import { HumanError } from './support/errors.ts';
import { checkedConnector, type Connector, type Resolve } from './web/checkedConnector.ts';
import { type OwnServers, readOwnServers } from './web/ownServers.ts';
import { PoliteSites } from './web/politeSites.ts';
import { RedirectingWeb } from './web/redirectingWeb.ts';
import { RobotsGate } from './web/robotsGate.ts';
import { SiteClient } from './web/siteClient.ts';
import type { Web } from './web/web.ts';
import { defaultWebLimits, type WebLimits } from './web/webLimits.ts';

export type WebMode =
  | { readonly type: 'off' }
  | { readonly type: 'live' }
  /** Live, and every exchange is appended to the file. */
  | { readonly type: 'record'; readonly file: string }
  /** Answers from the file alone; nothing is fetched. */
  | { readonly type: 'replay'; readonly file: string };

export interface WebChoice {
  readonly mode: WebMode;
  /** Whether the person trusts the folder that the agent works in. */
  readonly isTrusted: boolean;
  /** The person's own servers, each `host:port`. */
  readonly ownServers: readonly string[];
  readonly limits?: Partial<WebLimits>;
}

export interface OpenedWeb {
  /** One for each rollout. A replay starts at its first exchange; otherwise rollouts share connections, cache and manners. */
  forRollout(): Web;
  /** Ends connections, and what is still asked. */
  close(): Promise<void>;
}

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
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal, ref: false }),
  random: Math.random,
};

/** As sites know this program. */
const agentName = 'Tool-R1';

/**
 * Null when the web is off.
 * @throws HumanError when it may not be opened here, or a name or file is no good
 */
export async function openWeb(
  settings: Pick<RuntimeSettings, 'cacheDirectory' | 'log'>,
  choice: WebChoice,
  surroundings: WebSurroundings = systemSurroundings,
): Promise<OpenedWeb | null> {
  const { mode } = choice;
  if (mode.type === 'off') return null;
  if (!choice.isTrusted) throw untrusted();
  return openLiveWeb(choice, surroundings);
}

async function openLiveWeb(choice: WebChoice, surroundings: WebSurroundings): Promise<OpenedWeb> {
  const limits = { ...defaultWebLimits, ...choice.limits };
  const ownServers = readOwnServers(choice.ownServers);
  const client = await openClient(limits, surroundings);
  const web = politeWeb(client.sites, ownServers, limits, surroundings);
  return { forRollout: () => web, close: client.close };
}

interface OpenedClient {
  readonly sites: SiteClient;
  readonly close: () => Promise<void>;
}

/** The client is a megabyte of code, so it is loaded when the web is really opened. */
async function openClient(
  limits: WebLimits,
  { resolve, dial, sleep }: WebSurroundings,
): Promise<OpenedClient> {
  const { Agent, buildConnector } = await import('undici');
  const options: buildConnector.BuildOptions = { timeout: limits.connectMilliseconds };
  const connector = dial ?? buildConnector(options);
  // How long an answer may take is decided for each question.
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  const publicSites = new Agent({ ...unlimited, connect: checkedConnector(resolve, connector) });
  const ownServers = new Agent({ ...unlimited, connect: connector });
  const userAgent = `${agentName}/${packageFile.version} (VS Code extension tool-r1)`;
  return {
    sites: new SiteClient({ publicSites, ownServers, userAgent, limits, sleep }),
    close: async () => {
      await Promise.all([publicSites.destroy(), ownServers.destroy()]);
    },
  };
}

function politeWeb(
  client: SiteClient,
  ownServers: OwnServers,
  limits: WebLimits,
  { clock, sleep, random }: WebSurroundings,
): Web {
  const sites = new PoliteSites({ sites: client, limits, clock, sleep, random });
  const { maxRedirects } = limits;
  const ungated = new RedirectingWeb({ sites, gate: null, ownServers, maxRedirects });
  const gate = new RobotsGate({ web: ungated, agentName, clock });
  return new RedirectingWeb({ sites, gate, ownServers, maxRedirects });
}

function untrusted(): HumanError {
  return new HumanError(
    'The web stays closed in a folder that you do not trust. Trust the workspace, or replay a recording.',
  );
}
