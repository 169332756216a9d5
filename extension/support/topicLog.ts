// The log channel with a topic before each line, so that one can see which part speaks. Never a key, never a prompt.
import type { LogOutputChannel } from 'vscode';

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export type Topic =
  'runtime' | 'panel' | 'agent' | 'link' | 'models' | 'tree' | 'labels' | 'training';

export function topicLog(channel: LogOutputChannel, topic: Topic): Log {
  return {
    debug: (message) => channel.debug(`[${topic}] ${message}`),
    info: (message) => channel.info(`[${topic}] ${message}`),
    warn: (message) => channel.warn(`[${topic}] ${message}`),
    error: (message) => channel.error(`[${topic}] ${message}`),
  };
}
