// A share as a person reads it: `42.5 %`.
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
