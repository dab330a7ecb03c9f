// Formats the failures of an import as CSV (RFC 4180): failed files and records that were not stored.
import { formatCsvLine } from '../language/csv.ts';
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
  return rows.map(formatCsvLine).join('');
}
