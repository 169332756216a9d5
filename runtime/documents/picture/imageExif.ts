// What a picture says about itself: camera, time, place and the comments that people and programs leave in it.
import ExifReader from 'exifreader';

/** Tags worth telling, by the name that a person reads. The rest is technical. */
const shown: Readonly<Record<string, string>> = {
  ImageDescription: 'Description',
  'Image Description': 'Description',
  title: 'Title',
  description: 'Description',
  Title: 'Title',
  Description: 'Description',
  Comment: 'Comment',
  UserComment: 'Comment',
  Author: 'Author',
  Artist: 'Artist',
  creator: 'Creator',
  Copyright: 'Copyright',
  DateTimeOriginal: 'Taken',
  DateTime: 'Changed',
  OffsetTimeOriginal: 'Time zone',
  Make: 'Camera maker',
  Model: 'Camera',
  LensModel: 'Lens',
  ExposureTime: 'Exposure',
  FNumber: 'Aperture',
  ISOSpeedRatings: 'ISO',
  FocalLength: 'Focal length',
  Orientation: 'Orientation',
  Software: 'Software',
  subject: 'Keywords',
  Keywords: 'Keywords',
  'Caption/Abstract': 'Caption',
};
/** Longer values are comments with data in them; their head is enough. */
const maxValueCharacters = 500;

/** Lines such as `Taken: 2024:05:01 10:00:00`; empty when there are no readable properties. */
export function describeExif(bytes: Uint8Array): string[] {
  const tags = readTags(bytes);
  const lines = new Map<string, string>();
  for (const [key, name] of Object.entries(shown)) {
    const value = tags[key]?.description.trim() ?? '';
    if (value !== '' && !lines.has(name)) {
      lines.set(name, `${name}: ${value.slice(0, maxValueCharacters)}`);
    }
  }
  const place = describePlace(tags);
  return [...lines.values(), ...(place === null ? [] : [place])];
}

type Tags = Readonly<Record<string, { readonly description: string } | undefined>>;

/** Tags of several kinds in one table; properties that cannot be read say nothing about the picture. */
function readTags(bytes: Uint8Array): Tags {
  try {
    const copy = new Uint8Array(bytes).buffer;
    const raw = Object.entries(ExifReader.load(copy) as Record<string, unknown>);
    return Object.fromEntries(
      raw.flatMap(([key, value]) => {
        const description = descriptionOf(value);
        return description === null ? [] : [[key, { description }]];
      }),
    );
  } catch {
    return {};
  }
}

function descriptionOf(tag: unknown): string | null {
  if (typeof tag !== 'object' || tag === null || !('description' in tag)) return null;
  const { description } = tag;
  return typeof description === 'string' || typeof description === 'number'
    ? String(description)
    : null;
}

/** Latitude and longitude come without sign; the hemisphere stands in a tag of its own. */
function describePlace(tags: Tags): string | null {
  const latitude = Number.parseFloat(tags['GPSLatitude']?.description ?? '');
  const longitude = Number.parseFloat(tags['GPSLongitude']?.description ?? '');
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
  const isSouth = tags['GPSLatitudeRef']?.description.startsWith('S') === true;
  const isWest = tags['GPSLongitudeRef']?.description.startsWith('W') === true;
  const signed = (value: number, negative: boolean): string =>
    (negative ? -Math.abs(value) : value).toFixed(6);
  return `Place: ${signed(latitude, isSouth)}, ${signed(longitude, isWest)} (latitude, longitude)`;
}
