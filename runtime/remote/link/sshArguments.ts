// The command line of ssh for one connection. Only what must be so is set; all else is as the person has it.
import type { SshSettings } from './sshSettings.ts';

/** Between signs of life, and how many may stay unanswered. What is awaited is watched more closely by channel.ts. */
const aliveSeconds = 15;
const mostUnanswered = 2;
const connectSeconds = 15;
/** A shared connection outlives its last user by this, so that a window that is reloaded finds it. */
const persistSeconds = 60;

/**
 * @param name as the person calls the host
 * @param controlPath of our own; null where connections are not shared, or by the person's own settings
 */
export function sshArguments(
  name: string,
  settings: SshSettings,
  controlPath: string | null,
  command: string,
): string[] {
  const options = [
    // Says when the login was accepted: from then on silence is the fault of the profile, not of the network.
    'LogLevel=VERBOSE',
    'RequestTTY=no',
    'RemoteCommand=none',
    'PermitLocalCommand=no',
    'ClearAllForwardings=yes',
    ...(settings.connectSeconds === null ? [`ConnectTimeout=${connectSeconds}`] : []),
    ...(settings.aliveSeconds === null
      ? [`ServerAliveInterval=${aliveSeconds}`, `ServerAliveCountMax=${mostUnanswered}`]
      : []),
    ...(controlPath === null ? [] : sharing(controlPath)),
  ];
  return ['-T', '-x', ...options.flatMap((option) => ['-o', option]), '--', name, command];
}

/** Ends the shared connection, for all who use it. */
export function endArguments(name: string, controlPath: string): string[] {
  return ['-o', `ControlPath=${quoted(controlPath)}`, '-O', 'exit', '--', name];
}

function sharing(controlPath: string): string[] {
  const path = `ControlPath=${quoted(controlPath)}`;
  return ['ControlMaster=auto', path, `ControlPersist=${persistSeconds}`];
}

/** ssh reads it as a line of its configuration, where `%` begins a token. */
function quoted(file: string): string {
  return `"${file.replaceAll('%', '%%')}"`;
}
