// The states that generated tasks start in: a few folders of short files, and a hotel with rooms, guests and bookings. Pure.
import { draw, drawSeveral, drawWhole, type Random } from './draw.ts';

/** Public attributes of python/fileSystem.py. */
export interface FilesState {
  /** Text by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** Sorted. */
  readonly folders: readonly string[];
  readonly current: string;
}

export interface Booking {
  readonly room: string;
  readonly guest: string;
  /** ISO 8601 day. */
  readonly arrival: string;
  readonly nights: number;
  /** Euro. */
  readonly paid: number;
}

/** Public attributes of python/bookingDesk.py. */
export interface DeskState {
  readonly rooms: Readonly<Record<string, { readonly beds: number; readonly price: number }>>;
  /** By number, for example `B7`. */
  readonly bookings: Readonly<Record<string, Booking>>;
  /** Euro by guest. */
  readonly accounts: Readonly<Record<string, number>>;
  /** Number of the next booking. */
  readonly counter: number;
}

export interface World {
  readonly files: FilesState;
  readonly desk: DeskState;
}

const folderNames = ['letters', 'lists', 'drafts', 'plans', 'old', 'photos'];
/** Each subject is the word that one file alone holds. */
const subjects = ['boiler', 'garden', 'piano', 'sauna', 'kitchen', 'lift', 'roof', 'parking'];
const roomNames = ['Ahorn', 'Birke', 'Eiche', 'Fichte', 'Linde', 'Ulme', 'Weide'];
export const guestNames = ['Ada', 'Boris', 'Chen', 'Dina', 'Emil', 'Fatou', 'Goran', 'Hana'];

export function drawWorld(random: Random): World {
  return { files: drawFiles(random), desk: drawDesk(random) };
}

function drawFiles(random: Random): FilesState {
  const folders = drawSeveral(random, folderNames, 3);
  const files = drawSeveral(random, subjects, 4).map((subject, place): [string, string] => {
    const folder = folders[place % folders.length] ?? '';
    return [`/${folder}/${subject}.txt`, `The ${subject} is looked after on day ${place + 3}.`];
  });
  return {
    files: Object.fromEntries(files),
    folders: ['/', ...folders.map((name) => `/${name}`)].sort(),
    current: '/',
  };
}

/** Every room has at most one booking, all of them in June, so that July is free everywhere. Prices differ. */
function drawDesk(random: Random): DeskState {
  const rooms = drawSeveral(random, roomNames, 5);
  const guests = drawSeveral(random, guestNames, 4);
  const base = 40 + 5 * drawWhole(random, 0, 8);
  const counter = drawWhole(random, 11, 60);
  const bookings = [0, 1, 2].map((place): [string, Booking] => [
    `B${counter - 3 + place}`,
    {
      room: rooms[place] ?? '',
      // The first guest has one booking, the second one two, the others none.
      guest: guests[place === 0 ? 0 : 1] ?? '',
      arrival: day('06', drawWhole(random, 1, 20)),
      nights: drawWhole(random, 2, 5),
      paid: 10 * drawWhole(random, 0, 4),
    },
  ]);
  return {
    rooms: Object.fromEntries(
      rooms.map((name, place) => [name, { beds: 1 + (place % 4), price: base + 10 * place }]),
    ),
    bookings: Object.fromEntries(bookings),
    accounts: Object.fromEntries(guests.map((name) => [name, 50 * drawWhole(random, 20, 40)])),
    counter,
  };
}

/** A day of July, when every room is free. */
export function freeDay(random: Random): string {
  return day('07', drawWhole(random, 1, 24));
}

function day(month: string, number: number): string {
  return `2026-${month}-${String(number).padStart(2, '0')}`;
}

/** One of the files, with its text. */
export function drawFile({ files }: FilesState, random: Random): readonly [string, string] {
  return draw(random, Object.entries(files));
}

/** One of the folders below the top that is not the file's own. */
export function drawOtherFolder({ folders }: FilesState, file: string, random: Random): string {
  const own = file.slice(0, file.lastIndexOf('/'));
  return draw(
    random,
    folders.filter((folder) => folder !== '/' && folder !== own),
  );
}
