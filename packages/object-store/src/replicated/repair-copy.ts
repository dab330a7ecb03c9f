// Creates or replaces one copy whose correct content is known. Detects a deletion of the object during the repair.
import { BlockChecksummer } from './block-sums.ts';
import type { CopyTask } from './catalogue.ts';
import type { CopySet } from './copy-set.ts';
import { type CopyOutcome, makeCopy, UnprovenCopyError } from './copying.ts';
import type { CopySetMember } from './member.ts';
import { MemberStore } from './member-store.ts';

/** Missing or damaged copy, with the CRC-32 of an intact copy. */
export interface FaultyCopy {
  readonly key: string;
  readonly kind: Extract<CopyTask['kind'], 'copy' | 'repair'>;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * Time after which the background loop takes over an unfinished repair, in case the process that began it has ended.
 */
const LEASE_MS = 3_600_000;
const RETRY_MS = 1_000;

/**
 * Makes the copy in `target` equal to an intact copy. On failure, a task remains that the background loop retries.
 * Returns `gone` if the object was deleted. Rejects with the errors of makeCopy.
 */
export function repairCopy(
  copies: CopySet,
  target: CopySetMember,
  bad: FaultyCopy,
  signal: AbortSignal,
): Promise<CopyOutcome> {
  const { key, sizeBytes, crc32 } = bad;
  return withClaim(copies, target, bad, () =>
    makeCopy(copies, target, { key, sizeBytes, crc32 }, { signal }),
  );
}

/**
 * Replaces the copy in `target` with bytes that were combined from several copies. If they do not match the size and
 * CRC-32 in `bad`, rejects and leaves the copy unchanged. Returns false if the object was deleted.
 */
export async function composeCopy(
  copies: CopySet,
  target: CopySetMember,
  bad: FaultyCopy,
  chunks: AsyncIterable<Buffer>,
): Promise<boolean> {
  const work = async (): Promise<CopyOutcome> => {
    const counter = new BlockChecksummer();
    const writer = new MemberStore(target).create(bad.key, { replace: true });
    try {
      for await (const chunk of chunks) {
        counter.add(chunk);
        await writer.write(chunk);
      }
      if (counter.crc32 !== bad.crc32 || counter.sizeBytes !== bad.sizeBytes) {
        throw new UnprovenCopyError('the pieces had changed when they were read again');
      }
      await writer.close();
    } catch (error) {
      void writer.abort();
      throw error;
    }
    return { outcome: 'copied', from: target.plan.name, sizeBytes: counter.sizeBytes };
  };
  return (await withClaim(copies, target, bad, work)).outcome !== 'gone';
}

async function withClaim(
  copies: CopySet,
  target: CopySetMember,
  { key, kind, sizeBytes, crc32 }: FaultyCopy,
  work: () => Promise<CopyOutcome>,
): Promise<CopyOutcome> {
  const { catalogue } = copies;
  const storeId = target.record?.id;
  if (storeId === undefined) return { outcome: 'gone' };
  const task = await catalogue.claim({ key, storeId, kind, sizeBytes, crc32 }, LEASE_MS);
  if (!task) return { outcome: 'gone' };
  let outcome: CopyOutcome;
  try {
    outcome = await work();
  } catch (error) {
    await catalogue.postpone(task, RETRY_MS, String(error)).catch(() => undefined);
    throw error;
  }
  if ((await catalogue.finish(task)) || !(await wasDeleted(copies, target, key))) return outcome;
  await target.run('write', (store) => store.delete(key));
  return { outcome: 'gone' };
}

/** Removes the copy and repair tasks of an object for the stores in `targets`, which have intact copies. */
export async function removeRepairTasks(
  { catalogue }: CopySet,
  targets: readonly CopySetMember[],
  key: string,
): Promise<void> {
  const storeIds = new Set(targets.map(({ record }) => record?.id));
  for (const task of await catalogue.tasksOf(key)) {
    if (task.kind === 'delete' || !storeIds.has(task.storeId)) continue;
    const claimed = await catalogue.claim(task, LEASE_MS);
    if (claimed) await catalogue.finish(claimed);
  }
}

/** Returns whether the object was deleted during the repair. */
async function wasDeleted(copies: CopySet, target: CopySetMember, key: string): Promise<boolean> {
  const tasks = await copies.catalogue.tasksOf(key);
  if (tasks.some(({ kind }) => kind === 'delete')) return true;
  for (const other of copies.readable()) {
    if (other !== target && (await other.run('read', (store) => store.stat(key)))) return false;
  }
  return true;
}
