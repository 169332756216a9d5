// A share of work as a bar of blocks.
const width = 20;

/** @param share of the work that is done; more than 1 counts as 1 */
export function progressBar(share: number): string {
  const full = Math.round(Math.min(1, share) * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}
