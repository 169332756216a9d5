// What a file is, read from its first bytes, for files that no converter takes: so that the refusal can say what the file
// is and what else to try. Converters recognise their own formats themselves.

export interface FileSignature {
  /** What a person calls it, with its article: `a SQLite database`. */
  readonly description: string;
  /** What the agent can do instead; null when nothing helps. */
  readonly advice: string | null;
}

interface Magic {
  readonly bytes: readonly (number | null)[];
  readonly offset?: number;
  readonly signature: FileSignature;
}

const unpack = 'Ask for the unpacked files: no unpacker for this format is at hand.';
const python = (module: string): string => `Read it in Python with ${module}.`;

function magic(text: string, description: string, advice: string | null, offset = 0): Magic {
  return {
    bytes: Array.from(text, (character) => character.charCodeAt(0)),
    offset,
    signature: { description, advice },
  };
}

const magics: readonly Magic[] = [
  magic('SQLite format 3\0', 'a SQLite database', python('sqlite3')),
  magic('7z\xbc\xaf\x27\x1c', 'a 7-Zip archive', unpack),
  magic('Rar!\x1a\x07', 'a RAR archive', unpack),
  magic('\xfd7zXZ\0', 'an XZ-compressed file', python('lzma, if it is allowed,')),
  magic('BZh', 'a bzip2-compressed file', python('bz2, if it is allowed,')),
  magic('\x28\xb5\x2f\xfd', 'a Zstandard-compressed file', unpack),
  magic('\x1f\x8b', 'a gzip-compressed file', python('gzip')),
  magic('ustar', 'a tar archive', python('tarfile, if it is allowed,'), 257),
  magic('PK\x03\x04', 'a zip archive', python('zipfile')),
  magic('PAR1', 'a Parquet table', 'Ask for the table as CSV.'),
  magic('ARROW1', 'an Arrow table', 'Ask for the table as CSV.'),
  magic('\x93NUMPY', 'a NumPy array', python('numpy, if it is installed,')),
  magic('\x89HDF\r\n\x1a\n', 'an HDF5 file', 'Ask for the data as CSV.'),
  magic('\x7fELF', 'a Linux program', null),
  magic('MZ', 'a Windows program', null),
  magic('\xcf\xfa\xed\xfe', 'a macOS program', null),
  magic('\0asm', 'a WebAssembly module', null),
  magic('\xca\xfe\xba\xbe', 'a Java class or a macOS program', null),
  magic('\x1aE\xdf\xa3', 'a Matroska or WebM video', 'Only text, pictures and sound can be read.'),
  magic('ftyp', 'an MPEG-4 video or sound file', 'Only text, pictures and sound can be read.', 4),
  magic('OggS', 'an Ogg file', null),
  magic('RIFF', 'a RIFF file (sound, picture or video)', null),
  magic('wOFF', 'a font', null),
  magic('wOF2', 'a font', null),
  magic('OTTO', 'a font', null),
  magic('\0\x01\0\0\0', 'a font', null),
  magic('8BPS', 'a Photoshop picture', 'Ask for it as PNG or JPEG.'),
  magic('\xd0\xcf\x11\xe0', 'an old Microsoft Office file or another OLE file', null),
  magic('%!PS', 'a PostScript file', 'Ask for it as PDF.'),
  magic('\x80\x04\x95', 'a Python pickle', 'Pickles are not opened, since they can run code.'),
];

/** The signature of the first bytes, or null when they are not known. */
export function fileSignature(bytes: Uint8Array): FileSignature | null {
  return magics.find((entry) => matches(entry, bytes))?.signature ?? null;
}

function matches({ bytes: wanted, offset = 0 }: Magic, bytes: Uint8Array): boolean {
  return wanted.every((byte, index) => byte === null || bytes[offset + index] === byte);
}

/** The first bytes as hexadecimal pairs and, where printable, as characters: `89 50 4e 47 (".PNG")`. */
export function firstBytes(bytes: Uint8Array, count = 16): string {
  const head = Array.from(bytes.subarray(0, count));
  const pairs = head.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const characters = head
    .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
    .join('');
  return `${pairs} ("${characters}")`;
}
