// A line that the runtime wrote, put into the editor's log: its own log lines at their level, anything else as a warning.
import * as z from 'zod';
import { checkJson } from '../support/checkJson.ts';
import type { Log } from '../support/topicLog.ts';

/** As pino writes them: a level in tens, a message, and facts beside it. */
const LogLine = z.looseObject({
  level: z.number(),
  msg: z.string(),
  topic: z.string().optional(),
});

const levels = { info: 30, warn: 40, error: 50 } as const;

export function runtimeLine(line: string, log: Log): void {
  if (line.trim() === '') return;
  const read = checkJson(LogLine, line);
  if (!read.ok) {
    log.warn(line);
    return;
  }
  const { level, msg, topic, ...facts } = read.value;
  const beside = factText(facts);
  const said = `${topic === undefined ? '' : `${topic}: `}${msg}${beside}`;
  if (level >= levels.error) log.error(said);
  else if (level >= levels.warn) log.warn(said);
  else if (level >= levels.info) log.info(said);
  else log.debug(said);
}

/** The channel writes the time itself. */
function factText(facts: Record<string, unknown>): string {
  const told = Object.entries(facts).filter(([name]) => name !== 'time');
  return told.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(told))}`;
}
