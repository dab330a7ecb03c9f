// Text that is kept for long, cut loose from the piece of a file that it was read from.

/** The engine makes a part of a text as a view of the whole: keeping the part keeps the whole in memory. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
