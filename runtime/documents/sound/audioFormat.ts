// Sound and video files told by their first bytes.

export interface AudioFormat {
  /** As the document is called: `wav`. */
  readonly format: string;
  /** Key of the decoder. */
  readonly decoder: string;
  readonly isVideo: boolean;
  /** 1 for a signature; less where a few bits are all there is. */
  readonly certainty: number;
}

const sound = (format: string, certainty = 1): AudioFormat => ({
  format,
  decoder: format,
  isVideo: false,
  certainty,
});
const video = (format: string): AudioFormat => ({
  format,
  decoder: format,
  isVideo: true,
  certainty: 1,
});

/** Null when the bytes are no sound that is known here. `extension` settles doubt, lower case without a dot. */
export function audioFormat(bytes: Uint8Array, extension: string): AudioFormat | null {
  const text = (start: number, end: number): string =>
    String.fromCharCode(...bytes.subarray(start, end));
  const start = text(0, 4);
  if (start === 'RIFF') return riff(text(8, 12));
  if (start === 'fLaC') return sound('flac');
  if (start === 'OggS') return ogg(text(28, 36));
  if (start === 'FORM' && /^AIF[FC]$/.test(text(8, 12))) return sound('aiff');
  if (start === 'caff') return sound('caf');
  if (text(0, 5) === '#!AMR') return sound('amr');
  if (start.startsWith('ID3')) return sound('mp3');
  if (text(4, 8) === 'ftyp') return mpeg4(text(8, 12));
  if (start === '\x1aE\xdf\xa3') return video(extension === 'webm' ? 'webm' : 'mkv');
  return frames(bytes, extension);
}

function riff(kind: string): AudioFormat | null {
  if (kind === 'WAVE') return sound('wav');
  return kind === 'AVI ' ? video('avi') : null;
}

function ogg(codec: string): AudioFormat {
  return codec === 'OpusHead'
    ? { ...sound('ogg'), decoder: 'opus' }
    : { ...sound('ogg'), decoder: 'oga' };
}

/** Pictures use the same container; their brands are left to the picture converter. */
function mpeg4(brand: string): AudioFormat | null {
  if (/^M4[ABP] $/.test(brand)) return sound('m4a');
  if (/^(avi[fs]|hei|hev|mif1|msf1)/.test(brand)) return null;
  return video(brand === 'qt  ' ? 'mov' : 'mp4');
}

/** Bare frames have eleven or twelve set bits as their only mark, so the extension must agree or a second frame follow. */
function frames(bytes: Uint8Array, extension: string): AudioFormat | null {
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff) return null;
  if ((second & 0xf6) === 0xf0 && extension === 'aac') return sound('aac', 0.8);
  const isLayer3 = (second & 0xe6) === 0xe2;
  return isLayer3 && extension === 'mp3' ? sound('mp3', 0.8) : null;
}
