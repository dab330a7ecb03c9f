// Folds consecutive audit entries into one row: routine operations and reads of one user, and the entries about the
// individual AUs of one request.
import type { AuditRow } from './merged-log.ts';

/** Row of the table: one entry, or several folded entries with the newest first. */
export type AuditTableRow = readonly [AuditRow, ...AuditRow[]];

const MIN_FOLDED = 3;

export function foldAuditRows(rows: readonly AuditRow[]): AuditTableRow[] {
  const runs: [AuditRow, ...AuditRow[]][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const key = makeFoldKey(row);
    if (run !== undefined && key !== undefined && makeFoldKey(run[0]) === key) run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run): AuditTableRow[] => (run.length < MIN_FOLDED ? run.map((row) => [row]) : [run]));
}

/** Returns whether the row contains folded entries about the AUs of one request. */
export const isRequestFold = (line: AuditTableRow): boolean => line.length > 1 && !isRoutine(line[0]);

/** Returns the same key for entries that may be folded together. Returns undefined for an entry that is not folded. */
function makeFoldKey(row: AuditRow): string | undefined {
  const { user, outcome, requestId, operation, status, auid } = row;
  if (isRoutine(row)) return JSON.stringify([user, outcome]);
  // The entry about the whole request has a status.
  const isPart = status === undefined && auid !== undefined && requestId !== '';
  return isPart ? JSON.stringify([requestId, operation, outcome]) : undefined;
}

const isRoutine = ({ routine, event }: AuditRow): boolean => routine === true || event === 'secret';
