// Builds a CSV file of the listed AUs with the columns of the table, including the figures of the repository service.
import type { AuWsResult, repository } from '@holdfast/api-types';
import { formatCsvLine } from '../../language/csv.ts';
import { sumAuHoldings } from '../../service/au-holdings.ts';
import type { AuColumn } from './columns.ts';
import type { AuNumbers } from './listing.ts';

type AuSummary = repository.components['schemas']['AuSummary'];

export interface AuCsvDeps {
  readonly queryAus: (auQuery: string) => Promise<readonly AuWsResult[]>;
  readonly summarizeAus: (auids: readonly string[]) => Promise<readonly AuSummary[]>;
  /** Called with the number of AUs that are in the file so far. */
  readonly onProgress?: (done: number) => void;
}

/** Number of AUs per request. */
const BATCH = 250;

/**
 * Returns the parts of the file: a header with the names of the properties, and one line per AU in the order of the
 * table. Omits AUs that were removed after the listing.
 */
export async function makeAusCsv(
  { queryAus, summarizeAus, onProgress }: AuCsvDeps,
  numbers: AuNumbers,
  columns: readonly AuColumn[],
): Promise<string[]> {
  const shown = [{ name: 'auId', isFromRepository: false }, ...columns.filter(({ name }) => name !== 'auId')];
  const own = shown.filter(({ isFromRepository }) => !isFromRepository).map(({ name }) => name);
  const parts = [formatCsvLine(shown.map(({ name }) => name))];
  for (let from = 0; from < numbers.length; from += BATCH) {
    const batch = numbers.slice(from, from + BATCH);
    const auQuery = `select ${['auNumber', ...own].join(', ')} where auNumber in (${batch.join(', ')})`;
    const rows = new Map((await queryAus(auQuery)).map((row) => [row.auNumber, row]));
    const found = batch.flatMap((number) => rows.get(number) ?? []);
    const summaries = found.length === 0 ? [] : await summarizeAus(found.map(({ auId }) => auId!));
    const byAuid = Map.groupBy(summaries, ({ auid }) => auid);
    for (const row of found) {
      const held = sumAuHoldings(byAuid.get(row.auId!) ?? []);
      const figures = { artifacts: held?.artifacts ?? 0, storedBytes: held?.storedBytes ?? 0 };
      parts.push(formatCsvLine(shown.map(({ name }) => formatValue({ ...row, ...figures }[name as 'auId']))));
    }
    onProgress?.(Math.min(from + BATCH, numbers.length));
  }
  return parts;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
