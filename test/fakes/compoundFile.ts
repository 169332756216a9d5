// Compound files (CFB), the container of old Office files and Outlook messages, written by the spreadsheet library.
import { CFB } from '@e965/xlsx';

interface CompoundFileWriter {
  readonly utils: {
    cfb_new(): object;
    cfb_add(file: object, name: string, content: Uint8Array): void;
    cfb_del(file: object, name: string): void;
  };
  write(file: object, options: { type: 'buffer' }): Buffer;
}

// The library types this part as `any`.
const writer = CFB as CompoundFileWriter;

/** Streams by path; slashes make storages. */
export function compoundFile(streams: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const file = writer.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) {
    const bytes =
      typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content);
    writer.utils.cfb_add(file, `/${name}`, bytes);
  }
  writer.utils.cfb_del(file, '/\u0001Sh33tJ5');
  return new Uint8Array(writer.write(file, { type: 'buffer' }));
}
