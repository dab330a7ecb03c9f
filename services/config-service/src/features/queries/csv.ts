// Answers of a query as CSV (RFC 4180), for spreadsheets; programs are better served with JSON.
import type { Column } from '../../query/typed.ts';
import type { Answer } from './rows.ts';

/** A line of names, then one for each answer. Nothing is said before something is known: names come with the first batch. */
export async function* csvText(
  columns: readonly Pick<Column, 'path' | 'isTime'>[],
  batches: AsyncIterable<readonly Answer[]>,
): AsyncGenerator<string> {
  const names = lineOf(columns.map(({ path }) => path.join('.')));
  let before = names;
  for await (const batch of batches) {
    yield before + batch.map((answer) => lineOf(columns.map((column) => cellOf(answer, column)))).join('');
    before = '';
  }
  if (before !== '') yield before;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join()}\r\n`;
}

function cellOf(answer: Answer, { path, isTime }: Pick<Column, 'path' | 'isTime'>): string {
  const value = path.reduce<unknown>((at, name) => (at as Answer | undefined)?.[name], answer);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return harmless(value);
  if (typeof value === 'number' && isTime) return timeOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What lies beyond the dates there are stays a number. */
function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
}

/** Names come from other people's files, and spreadsheets would take these for formulas. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
