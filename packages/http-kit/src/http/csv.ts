// Text in a cell of CSV (RFC 4180), for spreadsheets.

/** In quotes where it must be, and such that spreadsheets take it for text. */
export function csvText(text: string): string {
  return quoted(harmless(text));
}

/** Names come from other people, and spreadsheets would take these for formulas. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
