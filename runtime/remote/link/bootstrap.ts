// How the program that answers (agent.py) is brought to run on a machine: one command that every login shell parses in the same
// way, which finds a Python and lets it read the program from its standard input. Nothing is written to the machine's disk.
// What a profile prints before the marker is no part of the connection; it is kept for the message when no marker comes.
import { deflateSync } from 'node:zlib';

/** In the order of trying. Python 2 and ones older than 3.9 say so by code 97. */
const pythons = [
  'python3',
  ...[14, 13, 12, 11, 10, 9].map((minor) => `python3.${minor}`),
  '/usr/local/bin/python3',
  '/opt/conda/bin/python3',
  '$HOME/miniconda3/bin/python3',
  '$HOME/anaconda3/bin/python3',
  'python',
];

export interface Bootstrap {
  /** For a shell of any kind: nothing in it is special to bash, fish or csh inside single quotes. */
  readonly command: string;
  /** The same for /bin/sh itself, as it is given to `-c`. */
  readonly script: string;
  /** To be sent once the marker has come. */
  readonly program: Buffer;
  readonly marker: string;
}

/** @param random hexadecimal digits that nothing else prints */
export function bootstrap(agentSource: string, random: string): Bootstrap {
  const program = deflateSync(agentSource);
  const marker = `tool-r1-${random}`;
  const python = [
    'import sys, zlib',
    'sys.version_info < (3, 9) and sys.exit(97)',
    `sys.stdout.write(chr(10) + sys.argv[1] + chr(10))`,
    'sys.stdout.flush()',
    `exec(zlib.decompress(sys.stdin.buffer.read(${program.length})))`,
  ].join('; ');
  const script = [
    `for p in ${pythons.join(' ')}`,
    `do command -v $p >/dev/null 2>&1 || continue`,
    `$p -c "${python}" ${marker} && exit 0`,
    `test $? = 97 && old="$old $($p -V 2>&1)"`,
    'done',
    'echo',
    `echo ${marker}-no-python $old`,
  ].join('; ');
  return { command: `exec /bin/sh -c '${script}'`, script, program, marker };
}

export type MarkerSearch =
  | { readonly found: 'nothing' }
  /** `rest` came after the line of the marker. */
  | { readonly found: 'marker'; readonly rest: Buffer }
  /** `versions` are those that are too old; empty when there is no Python at all. */
  | { readonly found: 'no-python'; readonly versions: string };

/** Looks for the marker in all that came so far. */
export function findMarker(received: Buffer, marker: string): MarkerSearch {
  const line = `\n${marker}\n`;
  const place = received.indexOf(line);
  if (place >= 0) return { found: 'marker', rest: received.subarray(place + line.length) };
  const none = new RegExp(`\n${marker}-no-python(.*)\n`).exec(received.toString('utf8'));
  return none === null
    ? { found: 'nothing' }
    : { found: 'no-python', versions: none[1]?.trim() ?? '' };
}
