// Formats query results as CSV (RFC 4180) for spreadsheets.
import { quoteCsvText } from '@holdfast/http-kit';
import type { ResultRow } from '../../query/queries.db.ts';
import type { ResultColumn } from '../../query/typed.ts';
import { getColumnValue } from './rows.ts';

export function formatCsvHeader(columns: readonly ResultColumn[]): string {
  return lineOf(columns.map(({ path }) => path.join('.')));
}

export function formatCsvLines(columns: readonly ResultColumn[], rows: readonly ResultRow[]): string {
  return rows
    .map((row) => lineOf(columns.map((column) => cellOf(getColumnValue(row, column), column.isTime))))
    .join('');
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join()}\r\n`;
}

function cellOf(value: unknown, isTime: boolean): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return quoteCsvText(value);
  if (typeof value === 'number') return isTime ? timeOf(value) : String(value);
  return typeof value === 'object' ? quoteCsvText(JSON.stringify(value)) : String(value);
}

/** Formats a time, or returns the number of milliseconds if the time is outside the range of Date. */
function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
}
