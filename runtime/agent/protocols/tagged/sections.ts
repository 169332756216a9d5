// Finds the tagged parts of a reply: `<think>...</think>`, `<python>...</python>` and the like. Pure, linear in the length of the
// reply. What the parts mean is the business of the dialects.

export interface Section {
  /** The tag's name. */
  readonly name: string;
  /** Where the opening tag starts, and where the closing one ends. */
  readonly start: number;
  readonly end: number;
  /** What stands between the tags. */
  readonly content: string;
  /** False where the closing tag is missing: the part ends with the reply, a thought with the next opening tag. */
  readonly closed: boolean;
}

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * The parts in order, none inside another: tags inside a part are text. A closing thought tag that nothing opened ends a
 * thought whose opening tag the chat template had written into the prompt.
 */
export function findSections(
  text: string,
  names: readonly string[],
  thought: string,
): readonly Section[] {
  const tags = findTags(text, names);
  const ends = closingTags(tags, thought);
  const sections: Section[] = [];
  let from = 0;
  for (const [place, tag] of tags.entries()) {
    if (tag.start < from) continue;
    const section = tag.closes
      ? sections.length === 0 && tag.name === thought
        ? between(text, { name: thought, start: 0, end: 0 }, tag)
        : null
      : sectionFrom(text, tag, ends[place] ?? null);
    if (section === null) continue;
    sections.push(section);
    from = section.end;
  }
  return sections;
}

function findTags(text: string, names: readonly string[]): readonly Tag[] {
  const pattern = new RegExp(`<(/?)(${names.join('|')})>`, 'g');
  return [...text.matchAll(pattern)].map((match) => ({
    name: match[2] ?? '',
    closes: match[1] === '/',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** What ends the part that each tag opens, found from the back: its closing tag, for a thought also the next opening one. */
function closingTags(tags: readonly Tag[], thought: string): readonly (Tag | null)[] {
  const nextClosing = new Map<string, Tag>();
  const found: (Tag | null)[] = tags.map(() => null);
  let nextOpening: Tag | null = null;
  for (let place = tags.length - 1; place >= 0; place -= 1) {
    const tag = tags[place];
    if (tag === undefined) continue;
    if (tag.closes) {
      nextClosing.set(tag.name, tag);
      continue;
    }
    found[place] = nextClosing.get(tag.name) ?? (tag.name === thought ? nextOpening : null);
    // A thought that opens anew before it was closed is two thoughts.
    if (tag.name === thought) nextClosing.delete(thought);
    nextOpening = tag;
  }
  return found;
}

function sectionFrom(text: string, tag: Tag, last: Tag | null): Section {
  if (last?.closes === true) return between(text, tag, last);
  const end = last?.start ?? text.length;
  const { name, start } = tag;
  return { name, start, end, content: text.slice(tag.end, end), closed: false };
}

function between(text: string, { name, start, end }: Omit<Tag, 'closes'>, last: Tag): Section {
  return { name, start, end: last.end, content: text.slice(end, last.start), closed: true };
}
