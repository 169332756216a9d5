import assert from 'node:assert/strict';
import { convertDocument } from '../../../runtime/documents/convertDocument.ts';
import type { Converter, DocumentSource } from '../../../runtime/documents/document.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';

/** Text that begins with `box:` holds members, written as `name=content` and split by `;`; a box in a box uses `{}`. */
const box: Converter = {
  format: 'zip',
  recognise: ({ bytes }) => (textOf(bytes).startsWith('box:') ? 1 : 0),
  async convert(source, context) {
    const inner = await Promise.all([...members(source).values()].map(context.convertInner));
    return { format: 'zip', text: inner.map(({ text }) => `<${text}>`).join(''), lost: [] };
  },
  openMember: (source, member) => {
    const found = members(source).get(member);
    return found === undefined
      ? Promise.reject(new DocumentError('no-member', `${source.name} has no ${member}.`))
      : Promise.resolve(found);
  },
};
const plain: Converter = {
  format: 'text',
  recognise: () => 0.2,
  convert: ({ bytes }) =>
    textOf(bytes) === 'boom'
      ? Promise.reject(new RangeError('offset out of range'))
      : Promise.resolve({ format: 'text', text: textOf(bytes), lost: [], notes: ['a note'] }),
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function members({ name, bytes }: DocumentSource): Map<string, DocumentSource> {
  const body = textOf(bytes).slice('box:'.length);
  const parts = body.startsWith('{') ? [`inner=${body.slice(1, -1)}`] : body.split(';');
  return new Map(
    parts.map((part) => {
      const [member = '', ...content] = part.split('=');
      return [member, source(content.join('='), `${name}/${member}`)];
    }),
  );
}

function source(text: string, name = 'file'): DocumentSource {
  return { name, bytes: new Uint8Array(Buffer.from(text, 'latin1')) };
}

const never = new AbortController().signal;
const convert = (text: string, member: string | null = null, name = 'file') =>
  convertDocument([box, plain], { source: source(text, name), member }, never);

function isProblem(problem: string, message: RegExp) {
  return (error: unknown): boolean =>
    error instanceof DocumentError && error.problem === problem && message.test(error.message);
}

describe('convertDocument', () => {
  it('converts the documents inside a container', async () => {
    assert.equal((await convert('box:a=one;b=two')).text, '<one><two>');
  });
  it('puts the note on a misleading name before the others', async () => {
    const { notes } = await convert('words', null, 'sales.xlsx');
    assert.deepEqual(notes, [
      'The name ends in .xlsx, but the content is text; it was read as text.',
      'a note',
    ]);
  });
  it('takes out one member by its path', async () => {
    assert.equal((await convert('box:a/b.txt=one;c=two', 'a/b.txt')).text, 'one');
  });
  it('goes into a container inside a container, longest name first', async () => {
    assert.equal((await convert('box:{box:a/b=deep}', 'inner/a/b')).text, 'deep');
  });
  it('reports a missing member by the longest path', async () => {
    await assert.rejects(convert('box:a=one', 'x/y'), isProblem('no-member', /has no x\/y\./));
  });
  it('says that a plain file holds no documents', async () => {
    await assert.rejects(
      convert('words', 'inner.txt', 'notes.txt'),
      isProblem('no-member', /notes\.txt is text and holds no other documents/),
    );
  });
  it('stops at four documents in each other', async () => {
    const nest = (depth: number): string => (depth === 0 ? 'core' : `box:{${nest(depth - 1)}}`);
    assert.equal((await convert(nest(4))).text, '<<<<core>>>>');
    await assert.rejects(convert(nest(5)), isProblem('too-large', /more than 4 documents deep/));
  });
  it('calls a file corrupt when its converter stumbles, and keeps the cause', async () => {
    await assert.rejects(convert('boom', null, 'a.txt'), (error: unknown) => {
      assert.ok(isProblem('corrupt', /a\.txt looks like text .* \(offset out of range\)/)(error));
      return error instanceof DocumentError && error.cause instanceof RangeError;
    });
  });
  it('stops before work when the signal has fired', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(convertDocument([plain], { source: source('x'), member: null }, signal), {
      name: 'AbortError',
    });
  });
});
