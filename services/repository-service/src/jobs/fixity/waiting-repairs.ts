// Repairs objects in which readers found damage and whose checksum is unknown. Uses the index to determine which bytes
// are correct.
import type { CopyTask } from '@holdfast/object-store';
import { findSegmentsByKeys } from '../../index/fixity/damaged-segments.db.ts';
import type { Job } from '../frame/job.ts';
import type { FixityDeps } from './fixity-deps.ts';
import { checkSegments } from './fixity-job.ts';
import { checkObjectCopies } from './object-copies.ts';
import { findCopySet } from './segment-copies.ts';

export const COPY_REPAIR_NAME = 'copy repair';

const MAX_TASKS = 200;

/** Lists outstanding repairs. Returns an empty list if only one store is configured. */
export async function listWaitingRepairs({ store }: Pick<FixityDeps, 'store'>): Promise<CopyTask[]> {
  return (await findCopySet(store)?.catalogue.listRepairsWithoutChecksum(MAX_TASKS)) ?? [];
}

export function createCopyRepairJob(deps: FixityDeps, bytesPerSecond: number | undefined): Job {
  return {
    name: COPY_REPAIR_NAME,
    bytesPerSecond,
    resumable: false,
    work: async (run) => {
      const copies = findCopySet(deps.store);
      const tasks = await listWaitingRepairs(deps);
      if (!copies || tasks.length === 0) return;
      const archives = new Set(
        copies.views().flatMap(({ id, role }) => (role === 'archive' && id !== undefined ? [id] : [])),
      );
      for (const walked of ['ordinary', 'archive'] as const) {
        const own = tasks.filter(({ storeId }) => archives.has(storeId) === (walked === 'archive'));
        const keys = [...new Set(own.map(({ key }) => key))];
        const segments = await findSegmentsByKeys(deps.db, keys);
        if (segments.length > 0) await checkSegments({ ...deps, walked }, run, segments);
        for (const key of keys) {
          run.signal.throwIfAborted();
          if (segments.some((segment) => segment.key === key)) continue;
          const found = await deps.store.stat(key);
          if (found) await checkObjectCopies({ copies, run }, found, walked);
        }
      }
    },
  };
}
