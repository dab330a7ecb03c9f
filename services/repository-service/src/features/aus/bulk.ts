// Bulk transfer of an AU: what `start` promises and what `finish` does.
//
// While an AU is marked its artifacts cannot be deleted. Nothing that a client could see is put off: counters, latest
// versions and the replay index change with each batch, in its transaction and for all its rows at once, so that
// deferring them would save nothing and leave the AU wrong in the meantime. What waits for `finish` is the planner's
// knowledge of the tables, gathered once instead of whenever the server finds the time.
import type { Executor } from '@holdfast/pg-kit';
import { isMarkedBulk, markBulk, refreshStatistics, unmarkBulk } from '../../index/bulk.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { auidSha256 } from '../../ingest/target.ts';
import { auNotInBulkTransfer } from '../errors.ts';

interface BulkDeps {
  db: Executor<IndexSchema>;
}

interface BulkAu {
  namespace: string;
  auid: string;
}

/** Again is no error. An AU that there is not yet is made, and stays invisible until it holds an artifact. */
export async function startBulk({ db }: BulkDeps, { namespace, auid }: BulkAu): Promise<void> {
  await markBulk(db, { namespace, auid, hash: auidSha256(auid) });
}

/** Throws 404 when the AU is not marked. The mark goes last: a finish that breaks off can be repeated. */
export async function finishBulk({ db }: BulkDeps, { namespace, auid }: BulkAu): Promise<void> {
  const au = { namespace, auid, hash: auidSha256(auid) };
  if (!(await isMarkedBulk(db, au))) throw auNotInBulkTransfer(auid, namespace);
  await refreshStatistics(db);
  if (!(await unmarkBulk(db, au))) throw auNotInBulkTransfer(auid, namespace);
}
