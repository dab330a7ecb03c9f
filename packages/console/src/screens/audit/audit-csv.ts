// Formats the merged audit log of both services as one CSV text.
import { formatCsvLine } from '../../language/csv.ts';
import type { RowPage } from '../../service/paged-rows.ts';
import type { AuditRow } from './merged-log.ts';

const COLUMNS = [
  'service',
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
] as const satisfies readonly (keyof AuditRow)[];

/** Maximum number of entries in the file. The CSV of a single service (`GET /audit?format=csv`) has no limit. */
export const MAX_CSV_ENTRIES = 100_000;

/** Loads all pages of the log and formats them. `describe` returns the description of an entry. */
export async function loadAuditCsv(
  load: (token: string | undefined) => Promise<RowPage<AuditRow>>,
  describe: (row: AuditRow) => string,
): Promise<{ text: string; isCut: boolean }> {
  const lines = [formatCsvLine(['at', 'action', ...COLUMNS])];
  let token: string | undefined;
  do {
    const page = await load(token);
    for (const row of page.rows) lines.push(formatCsvLine(listCells(row, describe(row))));
    token = page.token;
  } while (token !== undefined && lines.length <= MAX_CSV_ENTRIES);
  return { text: lines.join(''), isCut: token !== undefined };
}

function listCells(row: AuditRow, action: string): string[] {
  return [new Date(row.at).toISOString(), action, ...COLUMNS.map((name) => formatValue(row[name]))];
}

function formatValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
