// Sizes of files, downloads and disks as a person reads them: in steps of a thousand, as the units say. Memory is counted in GiB
// elsewhere, as nvidia-smi does.

const units = ['kB', 'MB', 'GB', 'TB'];

/** `512 bytes`, `1.5 kB`, `98 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 9.95 ? value.toFixed(0) : value.toFixed(1)} ${units[unit] ?? 'TB'}`;
}
