// Problems of files as the exceptions that Python's own functions would raise.
import type { DocumentProblem } from '../documents/document.ts';

const exceptions: Readonly<Record<DocumentProblem, string>> = {
  empty: 'ValueError',
  password: 'PermissionError',
  corrupt: 'ValueError',
  'unknown-format': 'ValueError',
  'too-large': 'ValueError',
  'too-slow': 'TimeoutError',
  'needs-converter': 'ValueError',
  'no-member': 'FileNotFoundError',
  missing: 'FileNotFoundError',
};

/** Name of a built-in exception. */
export function documentException(problem: DocumentProblem): string {
  return exceptions[problem];
}
