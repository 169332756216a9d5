// The person as git knows them. Git is started in the person's home folder and told where to look, so that no program of a
// workspace can stand in for it; reading a configuration runs nothing.
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';

const limitMilliseconds = 5000;
const run = promisify(execFile);

/** `Name <mail>`, or the one of the two that is set; null when neither is, or when there is no git. */
export async function gitIdentity(workspace: string, program = 'git'): Promise<string | null> {
  const [name, mail] = await Promise.all(
    ['user.name', 'user.email'].map((key) => configured(program, workspace, key)),
  );
  return identityOf(name ?? '', mail ?? '');
}

export function identityOf(name: string, mail: string): string | null {
  const parts = [name.trim(), mail.trim() === '' ? '' : `<${mail.trim()}>`];
  const identity = parts.filter((part) => part !== '').join(' ');
  if (identity === '') return null;
  return name.trim() === '' ? mail.trim() : identity;
}

/** Empty when it is not set: git then ends with 1. */
async function configured(program: string, workspace: string, key: string): Promise<string> {
  try {
    const { stdout } = await run(program, ['-C', workspace, 'config', '--get', key], {
      cwd: homedir(),
      timeout: limitMilliseconds,
      windowsHide: true,
    });
    return stdout;
  } catch {
    return '';
  }
}
