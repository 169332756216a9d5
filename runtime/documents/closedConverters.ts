// Formats that are recognised so that the agent hears what the file is and what to do, though their content cannot be
// turned into text here: encrypted Office files, old PowerPoint files and SQLite databases.
import { compoundKind } from './office/compoundFile.ts';
import { DocumentError } from './document.ts';
import { syncConverter } from './syncConverter.ts';

export const encryptedOfficeConverter = syncConverter({
  format: 'encrypted-office',
  recognise: ({ bytes }) => (compoundKind(bytes) === 'encrypted' ? 1 : 0),
  convert: ({ name }) => {
    throw new DocumentError(
      'password',
      `${name} is an Office file protected with a password. Ask for a copy without one.`,
    );
  },
});

export const oldPresentationConverter = syncConverter({
  format: 'ppt',
  recognise: ({ bytes }) => (compoundKind(bytes) === 'ppt' ? 1 : 0),
  convert: ({ name }) => {
    throw new DocumentError(
      'needs-converter',
      `${name} is a presentation in the format of PowerPoint 97 to 2003, which cannot be read here. Ask for it as .pptx or PDF.`,
    );
  },
});

const sqliteSignature = 'SQLite format 3\0';

export const sqliteConverter = syncConverter({
  format: 'sqlite',
  recognise: ({ bytes }) =>
    Buffer.from(bytes.subarray(0, 16)).toString('latin1') === sqliteSignature ? 1 : 0,
  convert: ({ name }) => {
    throw new DocumentError(
      'needs-converter',
      `${name} is a SQLite database. Query it in Python: import sqlite3; ` +
        `db = sqlite3.connect('file:${name}?mode=ro', uri=True); ` +
        `db.execute("SELECT name, sql FROM sqlite_master").fetchall() lists its tables.`,
    );
  },
});
