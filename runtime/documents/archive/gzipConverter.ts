// A single file compressed with gzip: the file inside is converted. A tar archive inside is one more step.
import { gunzipSync } from 'node:zlib';
import type { Converter, DocumentSource } from '../document.ts';
import { DocumentError } from '../document.ts';

const maxBytes = 200_000_000;

export const gzipConverter: Converter = {
  format: 'gzip',

  recognise: ({ bytes }) => (bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8 ? 1 : 0),

  async convert(source, context) {
    const inner = await context.convertInner(unpack(source));
    return { ...inner, format: 'gzip' };
  },

  openMember: (source, member) =>
    new Promise((resolve) => {
      const inner = unpack(source);
      const name = inner.name.slice(inner.name.lastIndexOf('/') + 1);
      if (member === name) resolve(inner);
      else throw new DocumentError('no-member', `${source.name} holds one file, "${name}".`);
    }),
};

function unpack({ name, bytes }: DocumentSource): DocumentSource {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const innerName = base.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '');
  try {
    return {
      name: `${name}/${innerName}`,
      bytes: gunzipSync(bytes, { maxOutputLength: maxBytes }),
    };
  } catch (error) {
    if (error instanceof RangeError) {
      throw new DocumentError(
        'too-large',
        `${name} would unpack to more than ${maxBytes / 1e6} MB; it is not opened.`,
        { cause: error },
      );
    }
    throw new DocumentError('corrupt', `${name} is a damaged gzip file. Ask for it again.`, {
      cause: error,
    });
  }
}
