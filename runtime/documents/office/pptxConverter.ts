// Presentations as Markdown: slides in the order in which they are shown, hidden ones named, with notes and comments.
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { OfficePackage } from './officePackage.ts';
import { notesText, slideText } from './pptxSlide.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';
import {
  attributeOf,
  descendantsOf,
  pathOf,
  relationOf,
  textOf,
  childrenOf,
} from '../markup/xmlTree.ts';
import { zipKind } from '../archive/zipKind.ts';

export const pptxConverter = syncConverter({
  format: 'pptx',
  recognise: (source) => (zipKind(source) === 'pptx' ? 1 : 0),
  convert: convertPptx,
});

function convertPptx(source: DocumentSource): DocumentText {
  const office = new OfficePackage(source);
  const paths = slidePaths(office);
  if (paths.length === 0) {
    throw new DocumentError('empty', `${source.name} is a presentation without slides.`);
  }
  const slides = paths.map((partPath, index) => readSlide(office, partPath, index + 1));
  const { text, lost } = limitText(
    [`# ${source.name}`, overview(slides), ...slides.map((slide) => slide.text)].join('\n\n'),
  );
  return { format: 'pptx', text, lost: [...lost, ...losses(office, slides)] };
}

interface Slide {
  readonly text: string;
  readonly isHidden: boolean;
  readonly pictures: number;
  readonly media: number;
}

/** The presentation lists its slides; the numbers in the parts' names say nothing about their order. */
function slidePaths(office: OfficePackage): string[] {
  const main = office.mainPart() ?? 'ppt/presentation.xml';
  const list = office.part(main);
  const ids = list === null ? null : pathOf(list, 'sldIdLst');
  if (ids === null) return [];
  return childrenOf(ids, 'sldId').flatMap((slide) => {
    const target = office.related(main, relationOf(slide))?.target;
    return target !== undefined && office.archive.member(target) !== null ? [target] : [];
  });
}

function readSlide(office: OfficePackage, partPath: string, number: number): Slide {
  const root = office.part(partPath);
  if (root === null) return { text: `## Slide ${number}`, isHidden: false, pictures: 0, media: 0 };
  const { title, blocks, pictures, media } = slideText(root, { office, partPath });
  const shown = attributeOf(root, 'show');
  const isHidden = shown === '0' || shown === 'false';
  const heading = `## Slide ${number}${isHidden ? ' (hidden)' : ''}${title === '' ? '' : `: ${title}`}`;
  const parts = [heading, ...blocks, notesOf(office, partPath), commentsOf(office, partPath)];
  return { text: parts.filter((part) => part !== '').join('\n\n'), isHidden, pictures, media };
}

function notesOf(office: OfficePackage, slidePath: string): string {
  const texts = office.relatedParts(slidePath, 'notesSlide').flatMap((partPath) => {
    const root = office.part(partPath);
    return root === null ? [] : [notesText(root, { office, partPath })];
  });
  const text = texts.join('\n').trim();
  return text === '' ? '' : `Notes: ${text}`;
}

function commentsOf(office: OfficePackage, slidePath: string): string {
  const lines = office.relatedParts(slidePath, 'comments').flatMap((partPath) => {
    const root = office.part(partPath);
    if (root === null) return [];
    return descendantsOf(root, 'cm').map((comment) => {
      const texts = [...descendantsOf(comment, 'text'), ...descendantsOf(comment, 't')];
      return `- ${texts.map(textOf).join(' ').trim()}`;
    });
  });
  return lines.length === 0 ? '' : `Comments:\n${lines.join('\n')}`;
}

function overview(slides: readonly Slide[]): string {
  const hidden = slides.flatMap((slide, index) => (slide.isHidden ? [index + 1] : []));
  const count = `${slides.length} ${slides.length === 1 ? 'slide' : 'slides'}`;
  return hidden.length === 0 ? `${count}.` : `${count}, of which hidden: ${hidden.join(', ')}.`;
}

function losses(office: OfficePackage, slides: readonly Slide[]): string[] {
  const lost: string[] = [];
  const pictures = slides.reduce((sum, slide) => sum + slide.pictures, 0);
  const media = slides.reduce((sum, slide) => sum + slide.media, 0);
  if (pictures > 0) {
    lost.push(
      `${pictures} ${pictures === 1 ? 'picture is' : 'pictures are'} named, not shown; where the author described them, the description is given.`,
    );
  }
  if (media > 0)
    lost.push(
      `${media} ${media === 1 ? 'sound, film or embedded file' : 'sounds, films or embedded files'} left out.`,
    );
  if (office.archive.member('ppt/vbaProject.bin') !== null)
    lost.push('The macros (VBA) are left out.');
  return lost;
}
