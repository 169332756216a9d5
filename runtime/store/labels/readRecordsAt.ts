// Reads single records of a trajectory file once more, at the places that were noted when it was read whole.
import type { TrajectoryRecord } from '../../contract/trajectory.ts';
import { failure } from '../../support/errors.ts';
import { allFormats } from '../formats/allFormats.ts';
import { openSource } from '../formats/openSource.ts';
import type { Place } from '../formats/recordSource.ts';

/** @throws FailureError at boundary `store`; `store/changed` when the file no longer has records there */
export async function readRecordsAt(
  file: string,
  places: readonly Place[],
): Promise<TrajectoryRecord[]> {
  if (places.length === 0) return [];
  const source = await openSource(allFormats, file);
  try {
    const lines = await source.readBytes(places);
    return lines.map((line) => {
      const record = source.parse(line);
      if (record !== null) return record;
      throw failure(
        'store',
        'changed',
        `${file} was rewritten since it was read. Open the labelling again.`,
      );
    });
  } finally {
    await source.close();
  }
}
