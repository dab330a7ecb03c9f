// Folds related audit entries into one row. Related entries are consecutive routine operations of one user, the entries
// of one request about individual AUs, or the same action in both services.
import type { AuditRow } from './merged-log.ts';

/** Row of the table: one entry, or several folded entries with the newest first. */
export type AuditTableRow = readonly [AuditRow, ...AuditRow[]];

/**
 * `single`: one entry. `routine`: routine operations and reads. `aus`: entries about AUs, without the entry about their
 * request. `request`: the entry about a request, followed by entries about its AUs. `services`: the same action in both
 * services.
 */
export type AuditFoldKind = 'single' | 'routine' | 'aus' | 'request' | 'services';

const MIN_FOLDED = 3;
/** Maximum time between the entries of one action in both services, in milliseconds. */
const MAX_APART_MS = 10_000;

export function foldAuditRows(rows: readonly AuditRow[]): AuditTableRow[] {
  const runs: [AuditRow, ...AuditRow[]][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run !== undefined && isFoldedInto(row, run[0])) run.push(row);
    else runs.push([row]);
  }
  const lines = runs.flatMap((run): AuditTableRow[] =>
    run.length >= MIN_FOLDED || isRequest(run[0]) ? [run] : run.map((row) => [row]),
  );
  return foldServices(lines);
}

export function findFoldKind(line: AuditTableRow): AuditFoldKind {
  const [first, second] = line;
  if (second === undefined) return 'single';
  if (first.service !== second.service && !isRoutine(first)) return 'services';
  if (isRoutine(first)) return 'routine';
  return isPartOfRequest(first) ? 'aus' : 'request';
}

/** Returns whether the row belongs to the run that begins with `first`. */
function isFoldedInto(row: AuditRow, first: AuditRow): boolean {
  if (isRoutine(first)) return isRoutine(row) && row.user === first.user && row.outcome === first.outcome;
  const isSameRequest =
    isPartOfRequest(row) &&
    row.service === first.service &&
    row.requestId === first.requestId &&
    row.operation === first.operation;
  return isSameRequest && (isRequest(first) || row.outcome === first.outcome);
}

/** Folds an entry into a later entry about the same action in the other service. */
function foldServices(lines: readonly AuditTableRow[]): AuditTableRow[] {
  const folded: AuditTableRow[] = [];
  for (const line of lines) {
    const [row] = line;
    const match = line.length > 1 ? -1 : folded.findLastIndex((other) => isSameAction(other, row));
    if (match === -1) folded.push(line);
    else folded[match] = [folded[match]![0], row];
  }
  return folded;
}

function isSameAction([later, ...more]: AuditTableRow, row: AuditRow): boolean {
  if (more.length > 0 || later.service === row.service || later.at - row.at > MAX_APART_MS) return false;
  return !isRoutine(row) && row.event !== 'missing' && makeActionKey(later) === makeActionKey(row);
}

/** Identifiers are not part of the key, because each service has its own. */
function makeActionKey({ event, operation, user, client, outcome, status, auid, ...row }: AuditRow): string {
  const { sectionName, name, username, owner, address } = row.subject ?? {};
  const object = [auid, row.artifact, sectionName, name, username, owner, address];
  return JSON.stringify([event, operation, user, client, outcome, status, object, row.nameHash]);
}

const isRoutine = ({ routine, event }: AuditRow): boolean => routine === true || event === 'secret';

/** True if the entry is about one AU of a request. Only the entry about the whole request has a status. */
const isPartOfRequest = ({ status, auid, requestId, outcome }: AuditRow): boolean =>
  status === undefined && auid !== undefined && requestId !== '' && outcome !== 'aborted';

const isRequest = (row: AuditRow): boolean =>
  !isRoutine(row) && !isPartOfRequest(row) && row.requestId !== '';
