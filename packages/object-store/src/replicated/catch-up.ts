// Runs the tasks of stores that missed writes or deletes, and copies all objects to stores that are new or were
// emptied. Retries failed tasks later, so that they do not delay other tasks.
import { setTimeout as sleep } from 'node:timers/promises';
import { compareObjectKeys } from '../port/key.ts';
import type { ObjectInfo } from '../port/port.ts';
import type { ClaimedCopyTask } from './catalogue.ts';
import type { CopySet } from './copy-set.ts';
import { type CopyOutcome, type CopyVerifier, makeCopy } from './copying.ts';
import { listCopies } from './listing.ts';
import type { CopySetMember } from './member.ts';

export interface CatchUpDeps {
  readonly copies: CopySet;
  readonly judge?: CopyVerifier | undefined;
  /** Called after each finished task. */
  onDone?(task: ClaimedCopyTask, outcome: CopyOutcome | { readonly outcome: 'deleted' }): void;
  onFailure?(task: ClaimedCopyTask, error: unknown): void;
  /** Resolves when `bytes` more bytes may be copied according to the rate limit. */
  pace?(bytes: number, signal: AbortSignal): Promise<void>;
}

const IDLE_MS = 1_000;
/**
 * Number of concurrent loops. Each loop claims only PAGE_TASKS tasks at a time, because a task that hangs delays the
 * other tasks of its loop.
 */
const LOOPS = 6;
const PAGE_TASKS = 4;
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
const PAGE_OBJECTS = 1_000;

/** Runs due tasks until the signal aborts. Never rejects. Several processes may call this at the same time. */
export async function catchUpContinuously(deps: CatchUpDeps, signal: AbortSignal): Promise<void> {
  await Promise.all([runTaskLoops(deps, signal), keepFilling(deps, signal)]);
}

async function runTaskLoops(deps: CatchUpDeps, signal: AbortSignal): Promise<void> {
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const waiting = deps.copies.nextTasks(signal, IDLE_MS);
      const done = await runCopyTasks(deps, signal).catch(() => 0);
      if (done === 0) await waiting;
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
}

/** Runs a few due tasks of usable stores and returns their number. */
export async function runCopyTasks(deps: CatchUpDeps, signal: AbortSignal): Promise<number> {
  const { copies } = deps;
  const usable = copies.members.filter(({ isWritable }) => isWritable);
  if (usable.length === 0) return 0;
  const ids = usable.map(({ record }) => record!.id);
  const tasks = await copies.catalogue.take(ids, PAGE_TASKS, LEASE_MS);
  for (const task of tasks) {
    if (signal.aborted) await copies.catalogue.postpone(task, 0, 'the process stops').catch(() => undefined);
    else await executeCopyTask(deps, task, signal);
  }
  return tasks.length;
}

async function executeCopyTask(deps: CatchUpDeps, task: ClaimedCopyTask, signal: AbortSignal): Promise<void> {
  const { copies } = deps;
  const target = copies.members.find(({ record }) => record?.id === task.storeId);
  try {
    if (!target) throw new Error('the store is no longer in use');
    if (task.kind === 'delete') {
      await target.run('write', (store) => store.delete(task.key));
      await copies.catalogue.finish(task);
      copies.onDeleted(task.key, task.storeId);
      deps.onDone?.(task, { outcome: 'deleted' });
      return;
    }
    await deps.pace?.(task.sizeBytes ?? 0, signal);
    const outcome = await makeCopy(copies, target, task, { judge: deps.judge, signal });
    await copies.catalogue.finish(task);
    deps.onDone?.(task, outcome);
  } catch (error) {
    const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(task.tries, 10));
    const reason = error instanceof Error ? error.message : String(error);
    await copies.catalogue.postpone(task, delayMs, reason).catch(() => undefined);
    deps.onFailure?.(task, error);
  }
}

async function keepFilling({ copies }: CatchUpDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const member of copies.members) await fillStore(copies, member, signal).catch(() => undefined);
    await copies.refresh().catch(() => undefined);
    await sleep(IDLE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Compares a new or emptied store with the other stores, and adds a task for each missing object. Continues where an
 * earlier run stopped. Rejects if unavailable stores may contain further objects.
 */
export async function fillStore(copies: CopySet, member: CopySetMember, signal: AbortSignal): Promise<void> {
  const { record } = member;
  if (record?.state !== 'filling' || !member.isWritable) return;
  const others = copies.members.filter((other) => other !== member);
  const { catalogue } = copies;
  for (let after = record.scannedKey; ; ) {
    signal.throwIfAborted();
    const options = { prefix: copies.prefix, after, limit: PAGE_OBJECTS };
    const wanted = others.length === 0 ? [] : await listCopies(others, catalogue, options);
    const last = wanted.at(-1)?.key;
    if (last !== undefined) {
      const present = await presentKeys(member, copies.prefix, { after, last });
      const missing = wanted.filter(({ key, sizeBytes }) => present.get(key) !== sizeBytes);
      await catalogue.noteCopies(
        missing.map(({ key, sizeBytes }) => ({ key, sizeBytes, storeId: record.id, kind: 'copy' as const })),
      );
      if (missing.length > 0) copies.onTasks();
      after = last;
    }
    const isEnd = wanted.length < PAGE_OBJECTS;
    if (isEnd) await catalogue.shareTasks(record.id);
    const { id, fillRound } = record;
    await catalogue.saveFilling({ id, fillRound, scannedKey: after, state: isEnd ? 'complete' : 'filling' });
    await copies.refresh();
    if (member.record?.fillRound !== fillRound) return;
    if (isEnd) return;
  }
}

async function presentKeys(
  member: CopySetMember,
  prefix: string,
  { after, last }: { after: string; last: string },
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let from = after; ; ) {
    const page: ObjectInfo[] = await member.run('long', (store) =>
      store.list({ prefix, after: from, limit: PAGE_OBJECTS }),
    );
    for (const { key, sizeBytes } of page) found.set(key, sizeBytes);
    from = page.at(-1)?.key ?? last;
    if (page.length < PAGE_OBJECTS || compareObjectKeys(from, last) >= 0) return found;
  }
}
