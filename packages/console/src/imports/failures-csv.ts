// Formats the failures of an import as CSV (RFC 4180): failed files and records that were not stored.
import type { StatusLine } from './status-lines.ts';

export interface FailedFile {
  readonly namespace: string;
  readonly auid: string;
  readonly path: string;
  readonly trouble: string;
}

export function formatFailuresAsCsv(files: readonly FailedFile[], lines: readonly StatusLine[]): string {
  const rows = [
    ['file', 'namespace', 'auid', 'offset', 'url', 'status', 'message'],
    ...files.map(({ path, namespace, auid, trouble }) => [path, namespace, auid, '', '', '', trouble]),
    ...lines.map(({ file, namespace, auid, offset, url, status, message }) => [
      file,
      namespace,
      auid,
      offset === undefined ? '' : String(offset),
      url ?? '',
      status,
      message ?? '',
    ]),
  ];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Prevents formula injection: a spreadsheet must not evaluate names and URLs, which are untrusted. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
