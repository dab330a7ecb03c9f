// When a rebuild must not begin, and when services must wait for one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '@holdfast/pg-kit';
import { isUnfinished } from '../../index/keeping/jobs.db.ts';
import { isEmpty, servicesConnected } from '../../index/rebuild/complete.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export const REBUILD_NAME = 'rebuild';

/** The index, or a service, is in the way; the message says what to do. */
export class RebuildError extends Error {
  override name = 'RebuildError';
}

/** For services: the index is not yet what it was. */
export class BeingRebuiltError extends Error {
  override name = 'BeingRebuiltError';

  constructor() {
    super('the index is being rebuilt');
  }
}

/** Throws BeingRebuiltError from the beginning of a rebuild to its end, also while it is interrupted. */
export async function refuseWhileRebuilt(db: Executor<IndexSchema>): Promise<void> {
  if (await isUnfinished(db, REBUILD_NAME)) throw new BeingRebuiltError();
}

/** Throws RebuildError, unless a rebuild was interrupted, which may go on. */
export async function refuseUnlessEmpty(db: Executor<IndexSchema>): Promise<void> {
  if (await isUnfinished(db, REBUILD_NAME)) return;
  await refuseWhileServed(db);
  if (!(await isEmpty(db))) {
    throw new RebuildError(
      'The index is not empty. With --replace this index is set aside, and a new one is made in its place.',
    );
  }
}

/** Time that the sessions of a service that was just stopped may take to end. */
const ENDING_MS = 5_000;

/** Throws RebuildError if a service still uses the database after `ENDING_MS`. */
export async function refuseWhileServed(db: Executor<IndexSchema>): Promise<void> {
  const deadline = performance.now() + ENDING_MS;
  while ((await servicesConnected(db)) > 0) {
    if (performance.now() > deadline)
      throw new RebuildError('A repository service is using this database. Stop it first.');
    await sleep(100);
  }
}
