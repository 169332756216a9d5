// Who labels: the person as git knows them, so that labels in a repository carry the names that commits do.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HumanError } from '../support/errors.ts';

const run = promisify(execFile);
const patience = 5000;

/**
 * `given`, or `Name <mail>` of git's configuration in the folder; the name alone where git knows no address.
 * @throws HumanError when there is neither
 */
export async function findRater(given: string | null, folder: string): Promise<string> {
  if (given !== null && given.trim() !== '') return given.trim();
  const [name, mail] = await Promise.all([ask('user.name', folder), ask('user.email', folder)]);
  if (name !== '' && mail !== '') return `${name} <${mail}>`;
  if (name !== '' || mail !== '') return name || mail;
  throw new HumanError(
    'Labels carry the name of who gave them, and git knows none here. Name yourself with ' +
      '--rater "Name", or set it once: git config --global user.name "Name"',
  );
}

/** Empty when git is not there or knows nothing. */
async function ask(key: string, folder: string): Promise<string> {
  return run('git', ['config', '--get', key], { cwd: folder, timeout: patience }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
