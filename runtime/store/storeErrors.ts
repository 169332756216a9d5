// What goes wrong when files are written or read, in sentences that say what to do.
import { errorMessage, failure, systemCode, type FailureError } from '../support/errors.ts';

/** Turns a system error met while writing `file` into a Failure at boundary `store`. */
export function writeFailure(file: string, error: unknown): FailureError {
  switch (systemCode(error) ?? '') {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure(
        'store',
        'disk-full',
        `The disk is full, so ${file} could not be written. Everything before this record is kept; free some space and run again.`,
        error,
      );
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failure(
        'store',
        'read-only',
        `${file} cannot be written: no permission, or a read-only disk. Choose another place with --out, or run in a folder of yours.`,
        error,
      );
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
      return failure(
        'store',
        'path-taken',
        `${file} cannot be written because something else has its name or that of its folder. Move that away or choose another place with --out.`,
        error,
      );
    default:
      return failure(
        'store',
        'write-failed',
        `${file} could not be written: ${errorMessage(error)}.`,
        error,
      );
  }
}

/** Turns a system error met while reading `file` into a Failure at boundary `store`. */
export function readFailure(file: string, error: unknown): FailureError {
  switch (systemCode(error) ?? '') {
    case 'ENOENT':
      return failure('store', 'no-file', `There is no file ${file}. Check the path.`, error);
    case 'EACCES':
    case 'EPERM':
      return failure('store', 'no-permission', `You may not read ${file}.`, error);
    case 'EISDIR':
      return failure('store', 'is-folder', `${file} is a folder. Name a file in it.`, error);
    default:
      return failure(
        'store',
        'read-failed',
        `${file} could not be read: ${errorMessage(error)}.`,
        error,
      );
  }
}
