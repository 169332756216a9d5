// The records as they are, in the order of the file: nothing is lost, and it opens like any trajectory file.
import type { Exporter } from './exporter.ts';

const lineEnd = Buffer.from('\n');

export const jsonLinesExporter: Exporter = {
  async *write(trajectories) {
    for await (const { lines } of trajectories) {
      for (const line of lines) {
        yield line;
        yield lineEnd;
      }
    }
  },
};
