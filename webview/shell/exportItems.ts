// The formats that trajectories can be exported to, as commands of a menu. The extension asks where to save.
import type { ExportFormat } from '../../runtime/contract/viewing.ts';
import type { PageContext } from './page.ts';

const formats: readonly (readonly [format: ExportFormat, label: string])[] = [
  ['jsonl', 'JSON Lines'],
  ['markdown', 'Markdown'],
  ['python', 'Python file'],
  ['notebook', 'Notebook'],
  ['atif', 'ATIF'],
  ['inspect', 'Inspect log'],
  ['otlp', 'OpenTelemetry traces'],
  ['verl', 'verl rollouts'],
  ['hugging-face', 'Hugging Face rows'],
];

export function exportItems(
  { host, announce, complain }: Pick<PageContext, 'host' | 'announce' | 'complain'>,
  ids: () => readonly string[],
): { label: string; press: () => void }[] {
  const save = async (format: ExportFormat): Promise<void> => {
    try {
      const params = { ids: [...ids()], format };
      const { saved } = await host.request('export', params, { timeout: null });
      if (saved !== null) announce(`Saved as ${saved}.`);
    } catch (error) {
      complain(error);
    }
  };
  return formats.map(([format, label]) => ({ label, press: () => void save(format) }));
}
