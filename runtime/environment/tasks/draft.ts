// What a template makes of a world: a request, the calls that carry it out, and the state they lead to. The state is worked out
// here and again by Python when a task is opened, so that a template that is wrong cannot go unnoticed.
import type { CallRequest } from '../../contract/environment.ts';
import type { Random } from './draw.ts';
import type { Booking, DeskState, FilesState, World } from './world.ts';

export interface Draft {
  readonly request: string;
  readonly truth: readonly CallRequest[];
  /** Where it starts from something else than the world as it was drawn. */
  readonly initial?: World;
  /** The objects that the request is about, as they should be afterwards. */
  readonly expected: Partial<World>;
}

export interface Template {
  /** Part of the task's metadata, for counting. */
  readonly kind: string;
  readonly make: (world: World, random: Random) => Draft;
}

export function call(name: string, given: Readonly<Record<string, unknown>>): CallRequest {
  return { name, arguments: { ...given } };
}

export function withFile(state: FilesState, path: string, text: string): FilesState {
  return { ...state, files: { ...state.files, [path]: text } };
}

export function withoutFile(state: FilesState, path: string): FilesState {
  const left = Object.entries(state.files).filter(([name]) => name !== path);
  return { ...state, files: Object.fromEntries(left) };
}

export function withFolder(state: FilesState, path: string): FilesState {
  return { ...state, folders: [...state.folders, path].sort() };
}

/** The state with a new booking, and its number. */
export function withBooking(
  state: DeskState,
  booking: Omit<Booking, 'paid'>,
): { readonly number: string; readonly desk: DeskState } {
  const number = `B${state.counter}`;
  const bookings = { ...state.bookings, [number]: { ...booking, paid: 0 } };
  return { number, desk: { ...state, bookings, counter: state.counter + 1 } };
}

export function withChange(state: DeskState, number: string, change: Partial<Booking>): DeskState {
  const bookings = Object.entries(state.bookings).map(
    ([name, booking]) => [name, name === number ? { ...booking, ...change } : booking] as const,
  );
  return { ...state, bookings: Object.fromEntries(bookings) };
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
