// RTF as Outlook stores it in messages: compressed by the method LZFu of [MS-OXRTFCP].

const compressedMark = 0x75465a4c;
const plainMark = 0x414c454d;
const headerBytes = 16;
const windowBytes = 4096;
/** What the window holds before the first byte; the specification gives it. */
const preset =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ' +
  'MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
  '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/** The RTF; null when the bytes are not of this kind. */
export function decompressRtf(packed: Uint8Array): Uint8Array | null {
  if (packed.length < headerBytes) return null;
  const header = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const mark = header.readUInt32LE(8);
  if (mark === plainMark) return packed.subarray(headerBytes);
  if (mark !== compressedMark) return null;
  return inflate(packed, header.readUInt32LE(4));
}

function inflate(packed: Uint8Array, size: number): Uint8Array {
  const window = new Uint8Array(windowBytes);
  window.set(Buffer.from(preset, 'latin1'));
  let write = preset.length;
  const out: number[] = [];
  const put = (byte: number): void => {
    out.push(byte);
    window[write % windowBytes] = byte;
    write += 1;
  };
  for (let at = headerBytes; at < packed.length && out.length < size;) {
    const control = packed[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at] ?? 0);
        at += 1;
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      // A reference to the place of writing marks the end.
      if (offset === write % windowBytes) return Uint8Array.from(out);
      for (let step = 0; step < (reference & 15) + 2; step += 1)
        put(window[(offset + step) % windowBytes] ?? 0);
    }
  }
  return Uint8Array.from(out);
}
