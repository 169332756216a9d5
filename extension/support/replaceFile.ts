// Lets something write a file that a person chose in a dialog, which asked about replacing: a file that is there already is
// replaced whole or left as it was.
import { access, rename, rm } from 'node:fs/promises';

/** @param write makes a new file under the name that it is given, whole or not at all */
export async function replaceFile<Result>(
  to: string,
  write: (to: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isThere(to))) return write(to);
  const beside = `${to}.${process.pid}.new`;
  try {
    const result = await write(beside);
    await rename(beside, to);
    return result;
  } finally {
    await rm(beside, { force: true });
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
