// Office files with just the parts that a test is about.
import { strToU8, zipSync } from 'fflate';

export function zipFile(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(members).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level: 6 });
}

export interface Relation {
  readonly id: string;
  /** Last word of the type, such as `hyperlink`. */
  readonly type: string;
  readonly target: string;
  readonly external?: boolean;
}

export function relationships(relations: readonly Relation[]): string {
  const lines = relations.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external === true ? ' TargetMode="External"' : ''}/>`,
  );
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`;
}

const spaces =
  'xmlns:w="w" xmlns:r="r" xmlns:m="m" xmlns:mc="mc" xmlns:wp="wp" xmlns:a="a" xmlns:c="c" xmlns:p="p" xmlns:dgm="dgm" xmlns:pic="pic" xmlns:v="v" xmlns:wps="wps"';

/** A Word document. Parts are named by their type, such as `footnotes`; their content stands inside the root element. */
export function docxFile(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  relations: readonly Relation[] = [],
  files: Readonly<Record<string, string>> = {},
): Uint8Array {
  const roots: Readonly<Record<string, string>> = { header: 'hdr', footer: 'ftr' };
  const members = Object.entries(parts).map(([type, content]) => {
    const root = roots[type] ?? type;
    return [`word/${type}.xml`, `<w:${root} ${spaces}>${content}</w:${root}>`];
  });
  const own = Object.keys(parts).map((type) => ({
    id: `part-${type}`,
    type,
    target: `${type}.xml`,
  }));
  return zipFile({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([
      { id: 'r1', type: 'officeDocument', target: 'word/document.xml' },
    ]),
    'word/document.xml': `<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships([...own, ...relations]),
    ...(Object.fromEntries(members) as Record<string, string>),
    ...files,
  });
}

export interface SlideSpec {
  /** Content of the shape tree. */
  readonly shapes: string;
  readonly hidden?: boolean;
  readonly notes?: string;
  readonly relations?: readonly Relation[];
}

/** A presentation whose parts are numbered against the order of the slides, as happens when slides are moved. */
export function pptxFile(
  slides: readonly SlideSpec[],
  files: Readonly<Record<string, string>> = {},
): Uint8Array {
  const members: Record<string, string> = { '[Content_Types].xml': '<Types/>', ...files };
  const relations: Relation[] = [];
  const ids: string[] = [];
  slides.forEach((slide, index) => {
    const number = slides.length - index;
    const part = `slide${number}.xml`;
    ids.push(`<p:sldId id="${256 + index}" r:id="rId${index}"/>`);
    relations.push({ id: `rId${index}`, type: 'slide', target: `slides/${part}` });
    const show = slide.hidden === true ? ' show="0"' : '';
    members[`ppt/slides/${part}`] =
      `<p:sld ${spaces}${show}><p:cSld><p:spTree>${slide.shapes}</p:spTree></p:cSld></p:sld>`;
    const own = [...(slide.relations ?? [])];
    if (slide.notes !== undefined) {
      own.push({ id: 'notes', type: 'notesSlide', target: `../notesSlides/notes${number}.xml` });
      members[`ppt/notesSlides/notes${number}.xml`] =
        `<p:notes ${spaces}><p:cSld><p:spTree>${shape(slide.notes, 'body')}${shape('7', 'sldNum')}</p:spTree></p:cSld></p:notes>`;
    }
    members[`ppt/slides/_rels/${part}.rels`] = relationships(own);
  });
  members['_rels/.rels'] = relationships([
    { id: 'r1', type: 'officeDocument', target: '/ppt/presentation.xml' },
  ]);
  members['ppt/presentation.xml'] =
    `<p:presentation ${spaces}><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`;
  members['ppt/_rels/presentation.xml.rels'] = relationships(relations);
  return zipFile(members);
}

/** A shape with one paragraph, as a placeholder of that type when one is given. */
export function shape(text: string, placeholder?: string): string {
  const place = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
}
