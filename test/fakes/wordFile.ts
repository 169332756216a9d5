// Word files of 1997 with nothing but text: a file information block, the text in one piece, and the table of pieces.
import { compoundFile } from './compoundFile.ts';

const textStart = 0x600;
const streamBytes = 0x2000;
const encryptedFlag = 0x0100;
const tableOneFlag = 0x0200;

export function wordFile(
  text: string,
  options: { readonly encrypted?: boolean; readonly footnotes?: string } = {},
): Uint8Array {
  const { encrypted = false, footnotes = '' } = options;
  const all = text + footnotes;
  const main = Buffer.alloc(streamBytes);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(tableOneFlag | (encrypted ? encryptedFlag : 0), 0x0a);
  main.writeUInt32LE(textStart, 0x18);
  main.writeUInt32LE(text.length, 0x4c);
  main.writeUInt32LE(footnotes.length, 0x50);
  for (const lengthField of [0xfe, 0x106]) main.writeUInt32LE(4, lengthField);
  main.write(all, textStart, 'utf16le');
  return compoundFile({ WordDocument: main, '1Table': pieceTable(all.length) });
}

/** One piece that holds everything as UTF-16. */
function pieceTable(characters: number): Buffer {
  const table = Buffer.alloc(4096);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE(textStart, 15);
  return table;
}
