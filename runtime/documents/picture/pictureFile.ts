// Reads a chosen file as a picture for a model that sees.
import { type DocumentFile, DocumentError } from '../document.ts';
import { readDocumentBytes } from '../documentBytes.ts';
import { viewedPicture, type ViewedPicture } from './viewedPicture.ts';

/** @throws DocumentError for a file that is no picture, and for one inside another file */
export async function readPicture(
  { name, hostPath, member }: DocumentFile,
  signal: AbortSignal,
): Promise<ViewedPicture> {
  if (member !== null) {
    throw new DocumentError(
      'needs-converter',
      `${name}/${member} lies inside another file, where only its text can be read.`,
    );
  }
  const { bytes } = await readDocumentBytes(hostPath, name, signal);
  return viewedPicture(name, bytes);
}
