// Judges the copies of one object in several stores, repairs bad copies from a good one, and reads the repaired copies
// again.
import { crc32 } from 'node:zlib';
import {
  type CopySet,
  NoSuchObjectError,
  ObjectExistsError,
  type ObjectStore,
  ObjectStoreUnavailableError,
  removeRepairTask,
  repairCopy,
  type StoreMember,
  UnprovenCopyError,
} from '@holdfast/object-store';
import type { JobRun } from '../frame/job-run.ts';

/** Result of reading one copy. `fault`: undefined if the copy is intact. */
export interface CopyFinding<T> {
  readonly fault: string | undefined;
  readonly isMissing: boolean;
  readonly found: T;
}

export interface CopyJudgement<T> extends CopyFinding<T> {
  readonly store: string;
  /**
   * Store from which the copy was repaired; undefined if it was not repaired. The other fields describe the copy before
   * the repair.
   */
  readonly source?: string;
}

export interface JudgedCopies<T> {
  /** Copies that were read. */
  readonly copies: readonly CopyJudgement<T>[];
  /** Stores that could not be reached. The state of their copies is unknown. */
  readonly behind: readonly string[];
}

export interface CopyCheckDeps {
  readonly copies: CopySet;
  readonly run: JobRun;
}

export interface JudgedObject<T> {
  readonly key: string;
  read(store: ObjectStore): Promise<CopyFinding<T>>;
  /** Returns whether the object is still needed, because it may be deleted at any time. */
  isNeeded(): Promise<boolean>;
  /** Whether the object may still be in the process of being written to a store that lacks it. */
  readonly mayBeMissing?: boolean;
  /**
   * Composes a good copy if all copies are bad. Returns the store that now has the good copy, and the store from which
   * bytes were taken.
   */
  compose?(
    copies: readonly { readonly member: StoreMember; readonly found: T }[],
  ): Promise<{ target: StoreMember; source: string } | undefined>;
}

export type CheckedStoreKind = 'ordinary' | 'archive';

/** Returns the stores that a pass reads, and the stores that it reads only if no other copy is good. */
export function chooseStores({ members }: CopySet, walked: CheckedStoreKind): [StoreMember[], StoreMember[]] {
  const isArchive = ({ plan }: StoreMember) => plan.role === 'archive';
  const archives = members.filter(isArchive);
  const ordinary = members.filter((member) => !isArchive(member));
  if (walked === 'archive') return [archives, ordinary];
  return ordinary.length > 0 ? [ordinary, archives] : [archives, []];
}

/** Rejects with ObjectStoreUnavailableError if no store could be reached. */
export async function judgeCopies<T>(
  deps: CopyCheckDeps,
  object: JudgedObject<T>,
  walked: CheckedStoreKind,
): Promise<JudgedCopies<T>> {
  const [first, further] = chooseStores(deps.copies, walked);
  const judged = new Map<StoreMember, CopyJudgement<T>>();
  const behind: string[] = [];
  const hasGood = () => [...judged.values()].some(({ fault }) => fault === undefined);
  const hasBad = () => [...judged.values()].some(({ fault }) => fault !== undefined);
  for (const [i, member] of [...first, ...further].entries()) {
    if (i >= first.length && (hasGood() || (walked === 'archive' && !hasBad()))) break;
    const finding = await readTwice(deps, member, object);
    if (finding) judged.set(member, { ...finding, store: member.plan.name });
    else behind.push(member.plan.name);
  }
  if (judged.size === 0)
    throw new ObjectStoreUnavailableError(`no store can be reached: ${behind.join(', ')}`);
  for (const [member, judgement] of judged) {
    if (judgement.fault === undefined) await removeRepairTask(deps.copies, member, object.key);
  }
  if (!hasGood()) await compose(deps, object, judged);
  for (const [member, judgement] of judged) {
    if (judgement.fault === undefined || judgement.source !== undefined) continue;
    const source = await repair(deps, object, { member, judgement, judged });
    if (source !== undefined) judged.set(member, { ...judgement, source });
  }
  return { copies: [...judged.values()], behind };
}

/** Replaces one of the copies with a good one if the copies together contain everything that is needed. */
async function compose<T>(
  { copies, run }: CopyCheckDeps,
  object: JudgedObject<T>,
  judged: Map<StoreMember, CopyJudgement<T>>,
): Promise<void> {
  const { key } = object;
  if (!object.compose || judged.size < 2 || !(await object.isNeeded())) return;
  try {
    const made = await object.compose([...judged].map(([member, { found }]) => ({ member, found })));
    if (!made) return;
    const after = await object.read(copies.storeNamed(made.target.plan.name)!);
    if (after.fault !== undefined) throw new UnprovenCopyError(`the new copy is bad, too: ${after.fault}`);
    judged.set(made.target, { ...judged.get(made.target)!, source: made.source });
    run.log.warn(
      { key, store: made.target.plan.name, from: made.source },
      'a copy was put together from bad ones',
    );
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isOfStores(error)) throw error;
    run.log.warn({ err: error, key }, 'no good copy could be put together');
  }
}

/**
 * Reads a copy. A copy counts as bad only if two reads find it bad and its store responds in between. Returns undefined
 * if the store cannot be reached.
 */
async function readTwice<T>(
  { copies, run }: CopyCheckDeps,
  member: StoreMember,
  { read, mayBeMissing = false }: JudgedObject<T>,
): Promise<CopyFinding<T> | undefined> {
  const store = copies.storeNamed(member.plan.name)!;
  try {
    const finding = await read(store);
    if (finding.fault === undefined) return finding;
    await member.health.probeNow();
    const again = await read(store);
    // An object that is missing because its store is being filled is not a fault.
    const isComing = mayBeMissing || member.record?.state !== 'complete';
    return again.isMissing && isComing ? undefined : again;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof ObjectStoreUnavailableError) return undefined;
    throw error;
  }
}

/** Repairs the copy. Returns the store from which the copy was repaired, or undefined if it was not repaired. */
async function repair<T>(
  { copies, run }: CopyCheckDeps,
  { key, read, isNeeded }: JudgedObject<T>,
  {
    member,
    judgement: { fault, isMissing },
    judged,
  }: {
    member: StoreMember;
    judgement: CopyJudgement<T>;
    judged: ReadonlyMap<StoreMember, CopyJudgement<T>>;
  },
): Promise<string | undefined> {
  if (!(await isNeeded())) return undefined;
  const { name } = member.plan;
  const sources = [...judged].filter(
    ([, { fault: own, source }]) => own === undefined || source !== undefined,
  );
  for (const [source] of sources) {
    try {
      const good = await sumObject(copies.storeNamed(source.plan.name)!, run, key);
      if (!good) continue;
      const kind = isMissing ? 'copy' : 'repair';
      const made = await repairCopy(copies, member, { key, kind, ...good }, run.signal);
      if (made.outcome === 'gone') return undefined;
      const after = await read(copies.storeNamed(name)!);
      if (after.fault !== undefined) throw new UnprovenCopyError(`the new copy is bad, too: ${after.fault}`);
      const from = made.outcome === 'copied' ? made.from : source.plan.name;
      run.log.warn({ key, store: name, fault, from }, 'a bad copy was replaced');
      return from;
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isOfStores(error)) throw error;
      run.log.warn(
        { err: error, key, store: name },
        'a bad copy could not be replaced; it will be tried again',
      );
    }
  }
  if (!isMissing) copies.onFault(key, member, 'damaged');
  return undefined;
}

/** Another process may be creating or deleting the object at the same time. */
function isOfStores(error: unknown): boolean {
  return [ObjectStoreUnavailableError, UnprovenCopyError, ObjectExistsError, NoSuchObjectError].some(
    (kind) => error instanceof kind,
  );
}

async function sumObject(
  store: ObjectStore,
  run: JobRun,
  key: string,
): Promise<{ sizeBytes: number; crc32: number } | undefined> {
  if (!(await store.stat(key))) return undefined;
  let sizeBytes = 0;
  let sum = 0;
  for await (const chunk of await store.read(key, { signal: run.signal })) {
    await run.throttle((chunk as Buffer).length);
    sizeBytes += (chunk as Buffer).length;
    sum = crc32(chunk as Buffer, sum);
  }
  return { sizeBytes, crc32: sum };
}

/** Returns counts by store for the report of the pass. */
export function countCopies<T>({ copies, behind }: JudgedCopies<T>, run: JobRun): void {
  const counts: Record<string, number> = {};
  for (const { store, fault, isMissing, source } of copies) {
    counts[`copies read in ${store}`] = 1;
    if (fault !== undefined) counts[`copies ${isMissing ? 'missing' : 'damaged'} in ${store}`] = 1;
    if (source !== undefined) counts[`copies repaired in ${store}`] = 1;
  }
  for (const store of behind) counts[`copies not reached in ${store}`] = 1;
  run.done({ counts });
}
