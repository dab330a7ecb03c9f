// Checks whether a rebuild may start, and whether services must wait for one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '@holdfast/pg-kit';
import { isUnfinished } from '../../index/keeping/jobs.db.ts';
import { countConnectedServices, isIndexEmpty } from '../../index/rebuild/complete.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export const REBUILD_NAME = 'rebuild';

/** Thrown if the index is not empty or a service is running. The message tells the user what to do. */
export class RebuildError extends Error {
  override name = 'RebuildError';
}

/** Thrown in services while a rebuild of the index is incomplete. */
export class BeingRebuiltError extends Error {
  override name = 'BeingRebuiltError';

  constructor() {
    super('the index is being rebuilt');
  }
}

/** Throws BeingRebuiltError if a rebuild was started and is incomplete, whether it is running or interrupted. */
export async function refuseDuringRebuild(db: Executor<IndexSchema>): Promise<void> {
  if (await isUnfinished(db, REBUILD_NAME)) throw new BeingRebuiltError();
}

/** Throws RebuildError if the index is not empty or a service is running, unless a rebuild can be resumed. */
export async function refuseUnlessIndexEmpty(db: Executor<IndexSchema>): Promise<void> {
  if (await isUnfinished(db, REBUILD_NAME)) return;
  await refuseWhileServicesConnected(db);
  if (!(await isIndexEmpty(db))) {
    throw new RebuildError('The index is not empty. Use --replace to set it aside and build a new index.');
  }
}

/** Maximum time for the database sessions of a stopped service to end. */
const ENDING_MS = 5_000;

/** Throws RebuildError if a service is still connected to the database after `ENDING_MS`. */
export async function refuseWhileServicesConnected(db: Executor<IndexSchema>): Promise<void> {
  const deadline = performance.now() + ENDING_MS;
  while ((await countConnectedServices(db)) > 0) {
    if (performance.now() > deadline)
      throw new RebuildError('A repository service is using this database. Stop it first.');
    await sleep(100);
  }
}
