// Commits and uncommits artifacts by SQL, without the services, in one transaction that stays open for a while.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlByHand } from '@holdfast/testkit';
import type { Change, Model, TrackedCapture } from './model.ts';

export interface StoredCapture {
  readonly capture: TrackedCapture;
  readonly uuid: string;
  readonly isCommitted: boolean;
}

export interface ByHandDeps {
  readonly sql: SqlByHand;
  readonly model: Model;
}

export interface Hold {
  readonly heldMs: number;
  readonly ending: 'commit' | 'rollback';
}

/**
 * Toggles the committed state of each row, unless the transaction is rolled back. Returns the resulting rows.
 * Rejects with PostgreSQL's error.
 */
export async function changeByHand(
  { sql, model }: ByHandDeps,
  rows: readonly StoredCapture[],
  { heldMs, ending }: Hold,
): Promise<StoredCapture[]> {
  let changes: Change[] = [];
  await sql.transaction(async (query) => {
    if (ending === 'commit')
      changes = rows.map(({ capture, isCommitted }) => model.begin(capture, !isCommitted));
    await query('update artifact set committed = not committed where id = any($1)', [
      rows.map(({ uuid }) => uuid),
    ]);
    await sleep(heldMs);
    return ending;
  });
  for (const change of changes) model.end(change);
  return ending === 'rollback' ? [...rows] : rows.map((row) => ({ ...row, isCommitted: !row.isCommitted }));
}
