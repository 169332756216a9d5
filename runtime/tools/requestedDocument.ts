// Which chosen file, or document inside one, the agent means by a path; a path that names none gets an error that helps.
import type { DocumentFile } from '../documents/document.ts';
import type { ChosenFile, ChosenFiles } from '../support/chosenFiles.ts';
import { findChosenFile } from '../support/chosenFiles.ts';
import { nearestNames } from './nearestNames.ts';
import { ToolError } from './tool.ts';

export interface RequestedDocument {
  readonly document: DocumentFile;
  /** Where reading goes on, in characters from 0, for `report.pdf#from=60001`. */
  readonly from: number;
}

const maxListed = 12;

/**
 * @param parameter how the signature of the tool calls the path
 * @throws ToolError FileNotFoundError, IsADirectoryError or ValueError
 */
export function requestedDocument(
  files: ChosenFiles,
  requested: string,
  parameter = 'file_path',
): RequestedDocument {
  // A file may be called like that, so the whole name comes first.
  const exact = findChosenFile(files, requested);
  if (exact !== null) return { document: documentOf(exact, null), from: 0 };
  const [, path = requested, position = '1'] = /^(.*)#from=(\d+)$/s.exec(requested.trim()) ?? [];
  const document = findDocument(files, path);
  if (document === null) throw notFound(files, path, parameter);
  return { document, from: Math.max(0, Number(position) - 1) };
}

/** The file of that name, or the longest path that is a file, with the rest as the path inside it. */
function findDocument(files: ChosenFiles, requested: string): DocumentFile | null {
  const exact = findChosenFile(files, requested);
  if (exact !== null) return documentOf(exact, null);
  const forward = requested.replaceAll('\\', '/');
  for (let end = forward.lastIndexOf('/'); end > 0; end = forward.lastIndexOf('/', end - 1)) {
    const container = findChosenFile(files, forward.slice(0, end));
    const member = forward.slice(end + 1);
    if (container !== null && member !== '') return documentOf(container, member);
  }
  return null;
}

function documentOf({ name, hostPath }: ChosenFile, member: string | null): DocumentFile {
  return { name, hostPath, member };
}

function notFound(files: ChosenFiles, requested: string, parameter: string): ToolError {
  if (requested.trim() === '') {
    return new ToolError('ValueError', `${parameter} is empty. ${listing(files, requested)}`);
  }
  if (/^[a-z]+:\/\//i.test(requested.trim())) {
    return new ToolError(
      'ValueError',
      `${requested} is a web address; this tool reads the chosen files only. ${listing(files, requested)}`,
    );
  }
  if (/^\/?(out|tmp)\//.test(requested.trim())) {
    return new ToolError(
      'FileNotFoundError',
      `${requested} is a file of the sandbox; this tool reads the chosen files only. Open it in Python with open().`,
    );
  }
  return folderError(files, requested) ?? missingError(files, requested);
}

function folderError(files: ChosenFiles, requested: string): ToolError | null {
  const folder = requested
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\/workspace\/?|\.\/)/, '')
    .replace(/\/+$/, '');
  const isRoot = folder === '' || folder === '.';
  const inside = files.files
    .map(({ name }) => name)
    .filter((name) => isRoot || name.startsWith(`${folder}/`));
  if (inside.length === 0) return null;
  return new ToolError(
    'IsADirectoryError',
    `${requested} is a folder. Name one of its files: ${enumerate(inside)}.`,
  );
}

function missingError(files: ChosenFiles, requested: string): ToolError {
  return new ToolError(
    'FileNotFoundError',
    `There is no file '${requested}'. ${listing(files, requested)}`,
  );
}

/** All names when there are few, else the nearest. */
function listing({ files }: ChosenFiles, requested: string): string {
  const names = files.map(({ name }) => name);
  if (names.length === 0) return 'No files were chosen for this task.';
  if (names.length <= maxListed) return `The files are: ${enumerate(names)}.`;
  const nearest = nearestNames(requested, names, 5);
  return `The nearest of ${names.length} names: ${enumerate(nearest)}.`;
}

function enumerate(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => `'${name}'`);
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}
