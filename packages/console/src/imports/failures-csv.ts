// The failures of an import as CSV (RFC 4180): files that were not taken, and records that were not stored.
import type { StatusLine } from './status-lines.ts';

export interface FailedFile {
  readonly path: string;
  readonly trouble: string;
}

export function failuresCsv(files: readonly FailedFile[], lines: readonly StatusLine[]): string {
  const rows = [
    ['file', 'offset', 'url', 'status', 'message'],
    ...files.map(({ path, trouble }) => [path, '', '', '', trouble]),
    ...lines.map(({ file, offset, url, status, message }) => [
      file,
      offset === undefined ? '' : String(offset),
      url ?? '',
      status,
      message ?? '',
    ]),
  ];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Names and URLs are not ours: none becomes a formula where the file is opened in a spreadsheet. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
