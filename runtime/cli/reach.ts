// Reads the options about the web and about pictures into what a rollout may reach.
import path from 'node:path';
import { noWeb, type WebMode, type WebWish } from '../contract/web.ts';
import { visionModelName } from '../policy/modelName.ts';
import { HumanError } from '../support/errors.ts';
import { parseSearch } from '../web/search/searchChoice.ts';
import type { WebFlags } from './webOptions.ts';

/** What a person allowed, as a request of a rollout has it. */
export interface Reach {
  readonly web: WebWish;
  readonly visionModel: string | null;
}

/**
 * @param cwd folder that relative paths start from
 * @throws HumanError for options that exclude each other, and for names that are none
 */
export function reachOf(flags: WebFlags, cwd: string): Reach {
  const vision = flags.vision?.trim() ?? '';
  return {
    web: webWish(flags, cwd),
    visionModel: vision === '' ? null : visionModelName(vision),
  };
}

function webWish(flags: WebFlags, cwd: string): WebWish {
  const mode = modeOf(flags, cwd);
  if (mode.type === 'off') return noWeb;
  parseSearch(flags.search);
  const servers = (flags.webServers ?? '').split(',').map((one) => one.trim());
  return {
    mode,
    search: flags.search,
    servers: servers.filter((one) => one !== ''),
    // Whoever types a command in a folder trusts it.
    isTrusted: true,
  };
}

function modeOf({ web = false, record, replay }: WebFlags, cwd: string): WebMode {
  if (replay !== undefined) {
    if (!web && record === undefined) return { type: 'replay', file: path.resolve(cwd, replay) };
    throw new HumanError('--replay answers from a file alone. Leave out --web and --record.');
  }
  if (record !== undefined) return { type: 'record', file: path.resolve(cwd, record) };
  return { type: web ? 'live' : 'off' };
}
