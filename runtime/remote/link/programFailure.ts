// Why a program of ours on a machine ended badly: with its words where it had some, and under a code of its own where room is lacking.
import { failure, type FailureError } from '../../support/errors.ts';
import { lackedRoom, lastWords } from '../../support/processEnd.ts';
import type { Ended } from './machineLink.ts';

export interface ProgramWork {
  /** The part of the code after `remote/`. */
  readonly code: string;
  /** What could not be done: `The machine could not be prepared`. Empty where its words say that. */
  readonly what: string;
  /** What to do beside what its words say. */
  readonly advice?: string;
  /** It is our own command line, all of whose words are for a person. */
  readonly speaks?: boolean;
}

/** At boundary `remote`; `remote/disk-full` where room is lacking. */
export function programFailure(
  machine: string,
  { code: exitCode, stderr }: Pick<Ended, 'code' | 'stderr'>,
  { code, what, advice = '', speaks = false }: ProgramWork,
): FailureError {
  const end = { code: exitCode, said: stderr };
  const said = speaks && stderr.trim() !== '' ? withoutName(stderr) : lastWords(end);
  const lacked = lackedRoom(end);
  const told = [what === '' ? said : `${what}: ${said}`];
  if (lacked === null) return failure('remote', code, [...told, advice].join(' ').trim());
  const more = lacked === 'quota' ? ', or ask for a larger quota' : '';
  told.push(`${machine} has no room. Delete what is not needed there${more}, then try again.`);
  return failure('remote', 'disk-full', told.join(' '));
}

/** What our command line says when it ends badly begins with its name. */
function withoutName(said: string): string {
  return said.trim().replace(/^tool-r1: /, '');
}
