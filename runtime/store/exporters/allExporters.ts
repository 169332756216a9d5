// Every way to write trajectories for other programs, by the name of its format.
import type { ExportFormat } from '../../contract/viewing.ts';
import { atifExporter } from './atifExporter.ts';
import type { Exporter } from './exporter.ts';
import { huggingFaceExporter } from './huggingFaceExporter.ts';
import { inspectExporter } from './inspectExporter.ts';
import { jsonLinesExporter } from './jsonLinesExporter.ts';
import { markdownExporter } from './markdownExporter.ts';
import { notebookExporter } from './notebookExporter.ts';
import { otlpExporter } from './otlpExporter.ts';
import { pythonExporter } from './pythonExporter.ts';
import { verlExporter } from './verlExporter.ts';

export const allExporters: Readonly<Record<ExportFormat, Exporter>> = {
  jsonl: jsonLinesExporter,
  markdown: markdownExporter,
  python: pythonExporter,
  notebook: notebookExporter,
  atif: atifExporter,
  inspect: inspectExporter,
  otlp: otlpExporter,
  verl: verlExporter,
  'hugging-face': huggingFaceExporter,
};
