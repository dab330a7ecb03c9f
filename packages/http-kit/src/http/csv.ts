// Formats CSV (RFC 4180) for spreadsheets.

/** Formats a line, including its line break. Formats objects as JSON. Leaves the cell empty for null and undefined. */
export function formatCsvLine(values: readonly unknown[]): string {
  return `${values.map(formatCell).join()}\r\n`;
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return quoteCsvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Quotes the text if necessary. Prevents spreadsheets from evaluating the text as a formula. */
export function quoteCsvText(text: string): string {
  // The text may come from untrusted users.
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
