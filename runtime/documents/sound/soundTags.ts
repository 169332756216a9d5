// What the tags of a sound file say of it: title, artist, year and the like, one line each.
import { parseBuffer, type ICommonTagsResult } from 'music-metadata';

const longestTag = 500;

/** Empty for a file without tags, and for one whose tags cannot be read: its sound can be fine all the same. */
export async function soundTags(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    const options = { skipCovers: true, duration: false };
    const { common } = await parseBuffer(bytes, undefined, options);
    return tagLines(common);
  } catch {
    return [];
  }
}

function tagLines(tags: ICommonTagsResult): string[] {
  const comments = [...(tags.comment ?? []), ...(tags.description ?? [])];
  const rows: readonly (readonly [string, string | number | null | undefined])[] = [
    ['Title', tags.title],
    ['Artist', tags.artists?.join('; ') ?? tags.artist],
    ['Album', tags.album],
    ['Year', tags.date ?? tags.year],
    ['Track', tags.track.no],
    ['Genre', tags.genre?.join('; ')],
    ['Composer', tags.composer?.join('; ')],
    ...comments.map((comment) => ['Comment', wordsOf(comment)] as const),
  ];
  return rows.flatMap(([name, value]) => {
    const text = oneLine(value);
    return text === '' ? [] : [`${name}: ${text}`];
  });
}

function wordsOf(comment: string | { readonly text?: string }): string | undefined {
  return typeof comment === 'string' ? comment : comment.text;
}

function oneLine(value: string | number | null | undefined): string {
  const text = String(value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > longestTag ? `${text.slice(0, longestTag)}…` : text;
}
