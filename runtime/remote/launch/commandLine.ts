// Command lines as a person can read them and paste them into a shell.

/** Words are quoted where a shell would take them for something else. */
export function commandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const variables = Object.entries(env).map(
    ([name, value]) => `${name}=${value === '' ? '' : quoted(value)}`,
  );
  return [...variables, ...argv.map(quoted)].join(' ');
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return word === '' ? "''" : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
