// Asserts of what a page shows. A page draws a moment after it was told or asked, so each is tried until it holds; what is wrong at the
// end is said as any assert says it.
import assert from 'node:assert/strict';
import { holdsWithin } from '../vscode/waitUntil.ts';

const patienceMilliseconds = 20_000;

/** @param read asks the page, again and again */
export async function shows<Value>(
  read: () => Promise<Value>,
  wanted: Value,
  what?: string,
): Promise<void> {
  await holds((seen) => assert.deepEqual(seen, wanted, what), read);
}

/** @param read asks the page for text, again and again; null counts as none */
export async function showsText(read: () => Promise<string | null>, wanted: RegExp): Promise<void> {
  await holds((seen) => assert.match(seen ?? '', wanted), read);
}

async function holds<Value>(
  check: (seen: Value) => void,
  read: () => Promise<Value>,
): Promise<void> {
  let seen = await read();
  const isRight = async (): Promise<boolean> => {
    seen = await read();
    try {
      check(seen);
      return true;
    } catch (error) {
      if (error instanceof assert.AssertionError) return false;
      throw error;
    }
  };
  if (!(await holdsWithin(isRight, patienceMilliseconds))) check(seen);
}
