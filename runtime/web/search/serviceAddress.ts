// Where a service is: at its usual place, or at a mirror of the person's own that a variable names.
import { HumanError } from '../../support/errors.ts';
import { serverOf } from '../ownServers.ts';

export interface ServiceAddress {
  readonly url: string;
  /** `host:port` of a mirror, which may be on this computer; null for the usual place, and for one host a language. */
  readonly ownServer: string | null;
}

/**
 * @param variable that names a mirror; `{lang}` in it stands for the code of a language
 * @throws HumanError for a variable that holds no address
 */
export function serviceAddress(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  usual: string,
): ServiceAddress {
  const named = env[variable]?.trim() ?? '';
  if (named === '') return { url: usual, ownServer: null };
  const example = named.replaceAll('{lang}', 'en');
  if (!/^https?:\/\//i.test(example) || !URL.canParse(example)) {
    throw new HumanError(
      `${variable} is "${named}", which is no web address. Write it as ${usual}, or take it out.`,
    );
  }
  const isOneHost = !/^https?:\/\/[^/]*\{lang\}/i.test(named);
  return { url: named, ownServer: isOneHost ? serverOf(new URL(example)) : null };
}
