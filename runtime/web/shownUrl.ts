// Addresses as they may be shown and kept: what is named like a key in them is struck out.

const secretParameter =
  /([?&](?:api[-_]?key|subscription[-_]?(?:key|token)|access[-_]?token|auth[-_]?token|token|client[-_]?secret|secret|password)=)[^&#]*/gi;

export function shownUrl(address: string): string {
  return address.replace(secretParameter, '$1hidden');
}
