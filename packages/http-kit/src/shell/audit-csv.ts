// Entries of the audit log as CSV (RFC 4180), for spreadsheets.

import type { KeptEntry } from '@holdfast/accounts';
import { csvText } from '../http/csv.ts';

const COLUMNS = [
  'event',
  'operation',
  'method',
  'user',
  'client',
  'status',
  'outcome',
  'requestId',
  'auid',
  'artifact',
  'subject',
  'why',
  'nameHash',
] as const;

/** The line of names. */
export const auditCsvHead = `${['at', ...COLUMNS].join()}\r\n`;

/** A line for each. */
export function auditCsv(entries: readonly KeptEntry[]): string {
  return entries
    .map(
      (entry) =>
        `${[new Date(entry.atMs).toISOString(), ...COLUMNS.map((name) => cellOf(entry[name]))].join()}\r\n`,
    )
    .join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}
