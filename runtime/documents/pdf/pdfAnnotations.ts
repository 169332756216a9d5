// What lies on top of a page and is no part of its text: values of form fields, notes, and the targets of links.
import * as z from 'zod';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { check } from '../../support/parseJson.ts';

/** The fields of a pdf.js annotation that are read here; the library types them as `any`. */
const Annotation = z.looseObject({
  subtype: z.string().catch(''),
  fieldName: z.string().nullable().catch(null),
  fieldType: z.string().nullable().catch(null),
  fieldValue: z.unknown().optional(),
  buttonValue: z.unknown().optional(),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  pushButton: z.boolean().catch(false),
  hidden: z.boolean().catch(false),
  url: z.string().nullable().catch(null),
  contentsObj: z.looseObject({ str: z.string() }).nullable().catch(null),
  titleObj: z.looseObject({ str: z.string() }).nullable().catch(null),
  overlaidText: z.string().nullable().catch(null),
});
type Annotation = z.infer<typeof Annotation>;

/** Lines of Markdown about the annotations of a page; empty when there are none worth telling. */
export async function describeAnnotations(page: PDFPageProxy): Promise<string[]> {
  const raw: unknown[] = await page.getAnnotations();
  const annotations = raw.flatMap((value) => {
    const parsed = check(Annotation, value);
    return parsed.ok ? [parsed.value] : [];
  });
  return [
    ...section('Form fields', annotations.flatMap(fieldLine)),
    ...section('Notes', annotations.flatMap(noteLine)),
    ...section('Links', [...new Set(annotations.flatMap(linkLine))]),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title} on this page:`, ...lines.map((line) => `- ${line}`)];
}

function fieldLine(annotation: Annotation): string[] {
  const { subtype, fieldName, pushButton, hidden } = annotation;
  if (subtype !== 'Widget' || pushButton || fieldName === null) return [];
  const value = fieldValue(annotation);
  if (value === null) return [];
  return [`${fieldName}: ${value}${hidden ? ' (hidden field)' : ''}`];
}

/** Null for the buttons of a radio group that are not chosen, which the chosen one speaks for. */
function fieldValue(annotation: Annotation): string | null {
  const value = plainValue(annotation.fieldValue);
  if (annotation.checkBox) {
    return value !== '' && value !== 'Off' ? `[x] ${value}` : '[ ] not ticked';
  }
  if (annotation.radioButton) {
    return value === plainValue(annotation.buttonValue) && value !== ''
      ? `(chosen) ${value}`
      : null;
  }
  if (annotation.fieldType === 'Sig') return '(signature field)';
  return value === '' ? '(empty)' : value;
}

function plainValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function noteLine({ subtype, contentsObj, titleObj, overlaidText }: Annotation): string[] {
  const contents = contentsObj?.str.trim() ?? '';
  if (subtype === 'Widget' || subtype === 'Link' || subtype === 'Popup' || contents === '')
    return [];
  const author = titleObj?.str.trim() ?? '';
  const about = overlaidText === null || overlaidText === '' ? '' : ` on "${overlaidText.trim()}"`;
  return [`${subtype}${about}${author === '' ? '' : ` by ${author}`}: ${contents}`];
}

function linkLine({ subtype, url, overlaidText }: Annotation): string[] {
  if (subtype !== 'Link' || url === null) return [];
  const text = overlaidText?.trim() ?? '';
  return [text === '' || text === url ? url : `${text}: ${url}`];
}
