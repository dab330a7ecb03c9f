// Retires an object store: stops writing to it, lists it to prove that the other stores have all its objects, and
// removes it from the catalogue.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CopySet, catchUpContinuously, type ObjectInfo, type StoreMember } from '@holdfast/object-store';

/** Thrown if the store is still needed. The message tells the user why. */
export class StoreNeededError extends Error {
  override readonly name = 'StoreNeededError';
}

export interface RetiredStore {
  /** Number of objects in the retired store. */
  readonly listed: number;
}

interface RetireOptions {
  readonly signal: AbortSignal;
  /** Time to wait until every process has stopped writing to the store. */
  readonly noticeMs?: number;
  /** Called after each listing of the store. */
  onPass?(pass: { listed: number; lacking: number }): void;
}

const NOTICE_MS = 5_000;
const PAGE_OBJECTS = 1_000;
const AGAIN_MS = 1_000;
/** Maximum number of consecutive listings in which the number of objects to copy does not decrease. */
const MAX_IDLE_PASSES = 30;

/**
 * Retires the store. Resolves when the store has been removed from the catalogue. Throws StoreNeededError before any
 * change if the store is still needed. Throws the same error later if objects could not be copied to the other stores;
 * writes to the store have then already stopped.
 */
export async function retireStore(
  copies: CopySet,
  name: string,
  { signal, noticeMs = NOTICE_MS, onPass }: RetireOptions,
): Promise<RetiredStore> {
  const { member, others } = chooseMember(copies, name);
  await copies.catalogue.saveStore({ ...member.record!, state: 'retiring' });
  await copies.refresh();
  await sleep(noticeMs, undefined, { signal });
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  const copying = catchUpContinuously({ copies }, either);
  try {
    let least = Number.POSITIVE_INFINITY;
    for (let idle = 0; ; ) {
      const pass = await comparePass(copies, member, others, signal);
      onPass?.(pass);
      const ids = others.map(({ record }) => record!.id);
      if (pass.lacking === 0 && !(await copies.catalogue.hasHidden(ids))) {
        await copies.catalogue.removeStore(member.record!.id);
        return { listed: pass.listed };
      }
      idle = pass.lacking < least ? 0 : idle + 1;
      least = Math.min(least, pass.lacking);
      if (idle >= MAX_IDLE_PASSES) {
        throw new StoreNeededError(
          `${pass.lacking} objects in ${name} could not be copied to other stores. Nothing more is written to ${name}. Run the command again when the other stores work.`,
        );
      }
      await sleep(AGAIN_MS, undefined, { signal });
    }
  } finally {
    stopping.abort();
    await copying;
  }
}

function chooseMember(copies: CopySet, name: string): { member: StoreMember; others: StoreMember[] } {
  const member = copies.members.find(({ plan }) => plan.name === name);
  const others = copies.members.filter((other) => other !== member && other.record?.state !== 'retiring');
  if (!member) throw new StoreNeededError(`OBJECT_STORE has no store named ${name}.`);
  if (!member.record || !member.isReadable) {
    throw new StoreNeededError(
      `${name} cannot be listed: ${member.health.blocked ?? 'it is not identified'}.`,
    );
  }
  const away = others.find((other) => !other.isReadable || other.record === undefined);
  if (away)
    throw new StoreNeededError(
      `${away.plan.name} cannot be reached, so its copies cannot be verified: ${away.health.blocked}.`,
    );
  if (others.length === 0) throw new StoreNeededError(`${name} is the only store.`);
  if (others.length < copies.required) {
    throw new StoreNeededError(
      `Writes require ${copies.required} copies, but only ${others.length} stores would remain. Lower COPIES_REQUIRED first.`,
    );
  }
  return { member, others };
}

/** Lists the store and adds a copy task for each object that another store lacks. */
async function comparePass(
  copies: CopySet,
  member: StoreMember,
  others: readonly StoreMember[],
  signal: AbortSignal,
): Promise<{ listed: number; lacking: number }> {
  const store = copies.storeNamed(member.plan.name)!;
  let listed = 0;
  let lacking = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await store.list({ after, limit: PAGE_OBJECTS });
    const last = page.at(-1)?.key;
    if (last === undefined) return { listed, lacking };
    listed += page.length;
    for (const other of others) {
      const present = await listRange(copies, other, { after, last });
      for (const object of page) {
        if (present.get(object.key) === object.sizeBytes || (await hasDeletionTask(copies, object))) continue;
        lacking++;
        const kind = present.has(object.key) ? 'repair' : 'copy';
        const { key, sizeBytes } = object;
        await copies.catalogue.noteCopies([{ key, sizeBytes, kind, storeId: other.record!.id }]);
      }
    }
    if (lacking > 0) copies.onTasks();
    if (page.length < PAGE_OBJECTS) return { listed, lacking };
    after = last;
  }
}

/** Returns the sizes of the objects after the first key, up to and including the second key. */
async function listRange(
  copies: CopySet,
  { plan }: StoreMember,
  { after, last }: { after: string; last: string },
): Promise<Map<string, number>> {
  const store = copies.storeNamed(plan.name)!;
  const sizes = new Map<string, number>();
  for (let from = after; ; ) {
    const page = await store.list({ after: from, limit: PAGE_OBJECTS });
    for (const { key, sizeBytes } of page) sizes.set(key, sizeBytes);
    const end = page.at(-1)?.key;
    if (end === undefined || page.length < PAGE_OBJECTS || sizes.has(last)) return sizes;
    if (Buffer.compare(Buffer.from(end), Buffer.from(last)) >= 0) return sizes;
    from = end;
  }
}

/** Returns whether the object has a deletion task. If so, the other stores need not have the object. */
async function hasDeletionTask(copies: CopySet, { key }: ObjectInfo): Promise<boolean> {
  return (await copies.catalogue.tasksOf(key)).some(({ kind }) => kind === 'delete');
}
