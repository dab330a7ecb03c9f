// Checks an object in several stores, replaces damaged copies with an intact one, and reads the replaced copies again.
import { crc32 } from 'node:zlib';
import {
  type CopySet,
  NoSuchObjectError,
  ObjectExistsError,
  type ObjectStore,
  ObjectStoreUnavailableError,
  removeRepairTasks,
  repairCopy,
  type StoreMember,
  UnprovenCopyError,
} from '@holdfast/object-store';
import type { JobRun } from '../frame/job-run.ts';

/** Result of reading an object in one store. `fault` is undefined if the object is intact. */
export interface CopyFinding<T> {
  readonly fault: string | undefined;
  readonly isMissing: boolean;
  readonly found: T;
}

export interface CopyAssessment<T> extends CopyFinding<T> {
  readonly store: string;
  /**
   * Store that supplied the replacement. Undefined if the object was not replaced. The remaining fields describe the
   * object before the replacement.
   */
  readonly source?: string;
}

export interface AssessedCopies<T> {
  /** Results for the stores that were read. */
  readonly copies: readonly CopyAssessment<T>[];
  /** Stores whose copies are in an unknown state: the store is unreachable, or may still be written to. */
  readonly behind: readonly string[];
}

export interface CopyCheckDeps {
  readonly copies: CopySet;
  readonly run: JobRun;
}

export interface AssessedObject<T> {
  readonly key: string;
  read(store: ObjectStore): Promise<CopyFinding<T>>;
  /** Returns whether the object is still needed. The object may be deleted during the check. */
  isNeeded(): Promise<boolean>;
  /** Whether a store may lack the object because the object is still being written. */
  readonly mayBeMissing?: boolean;
  /**
   * Composes an intact object if the object is damaged in every store. Returns the store that now has the intact
   * object, and a store that supplied bytes.
   */
  compose?(
    copies: readonly { readonly member: StoreMember; readonly found: T }[],
  ): Promise<{ target: StoreMember; source: string } | undefined>;
}

export type CheckedStoreKind = 'ordinary' | 'archive';

/** Returns the stores that a pass reads, and the stores that it reads only if no intact copy was found. */
export function chooseStores({ members }: CopySet, walked: CheckedStoreKind): [StoreMember[], StoreMember[]] {
  const isArchive = ({ plan }: StoreMember) => plan.role === 'archive';
  const archives = members.filter(isArchive);
  const ordinary = members.filter((member) => !isArchive(member));
  if (walked === 'archive') return [archives, ordinary];
  return ordinary.length > 0 ? [ordinary, archives] : [archives, []];
}

/** Checks the object in all stores. Rejects with ObjectStoreUnavailableError if no store is reachable. */
export async function assessCopies<T>(
  deps: CopyCheckDeps,
  object: AssessedObject<T>,
  walked: CheckedStoreKind,
): Promise<AssessedCopies<T>> {
  const [first, further] = chooseStores(deps.copies, walked);
  const judged = new Map<StoreMember, CopyAssessment<T>>();
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
  const intact = [...judged].flatMap(([member, { fault }]) => (fault === undefined ? [member] : []));
  if (intact.length > 0) await removeRepairTasks(deps.copies, intact, object.key);
  if (!hasGood()) await composeIntactCopy(deps, object, judged);
  for (const [member, judgement] of judged) {
    if (judgement.fault === undefined || judgement.source !== undefined) continue;
    const source = await repairDamagedCopy(deps, object, { member, judgement, judged });
    if (source !== undefined) judged.set(member, { ...judgement, source });
  }
  return { copies: [...judged.values()], behind };
}

/** Replaces one copy with an intact object, if each live record is intact in at least one copy. */
async function composeIntactCopy<T>(
  { copies, run }: CopyCheckDeps,
  object: AssessedObject<T>,
  judged: Map<StoreMember, CopyAssessment<T>>,
): Promise<void> {
  const { key } = object;
  if (!object.compose || judged.size < 2 || !(await object.isNeeded())) return;
  try {
    const made = await object.compose([...judged].map(([member, { found }]) => ({ member, found })));
    if (!made) return;
    const after = await object.read(copies.storeNamed(made.target.plan.name)!);
    if (after.fault !== undefined)
      throw new UnprovenCopyError(`the new copy is also damaged: ${after.fault}`);
    judged.set(made.target, { ...judged.get(made.target)!, source: made.source });
    run.log.warn(
      { key, store: made.target.plan.name, from: made.source },
      'an intact copy was assembled from damaged copies',
    );
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isStoreError(error)) throw error;
    run.log.warn({ err: error, key }, 'no intact copy could be assembled');
  }
}

/**
 * Reads the object in one store. The object counts as damaged only if two reads find damage and the store responds in
 * between. Returns undefined if the store is unreachable, or if the object is missing but may still be written to the
 * store.
 */
async function readTwice<T>(
  { copies, run }: CopyCheckDeps,
  member: StoreMember,
  { read, mayBeMissing = false }: AssessedObject<T>,
): Promise<CopyFinding<T> | undefined> {
  const store = copies.storeNamed(member.plan.name)!;
  try {
    const finding = await read(store);
    if (finding.fault === undefined) return finding;
    await member.health.probeNow();
    const again = await read(store);
    // A missing object is no fault if it is still being written, or if its store is still being filled.
    const isComing = mayBeMissing || member.record?.state !== 'complete';
    return again.isMissing && isComing ? undefined : again;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof ObjectStoreUnavailableError) return undefined;
    throw error;
  }
}

/** Replaces the damaged object. Returns the store that supplied the replacement, or undefined if none could. */
async function repairDamagedCopy<T>(
  { copies, run }: CopyCheckDeps,
  { key, read, isNeeded }: AssessedObject<T>,
  {
    member,
    judgement: { fault, isMissing },
    judged,
  }: {
    member: StoreMember;
    judgement: CopyAssessment<T>;
    judged: ReadonlyMap<StoreMember, CopyAssessment<T>>;
  },
): Promise<string | undefined> {
  if (!(await isNeeded())) return undefined;
  const { name } = member.plan;
  const sources = [...judged].filter(
    ([, { fault: own, source }]) => own === undefined || source !== undefined,
  );
  for (const [source] of sources) {
    try {
      const good = await checksumObject(copies.storeNamed(source.plan.name)!, run, key);
      if (!good) continue;
      const kind = isMissing ? 'copy' : 'repair';
      const made = await repairCopy(copies, member, { key, kind, ...good }, run.signal);
      if (made.outcome === 'gone') return undefined;
      const after = await read(copies.storeNamed(name)!);
      if (after.fault !== undefined)
        throw new UnprovenCopyError(`the new copy is also damaged: ${after.fault}`);
      const from = made.outcome === 'copied' ? made.from : source.plan.name;
      run.log.warn({ key, store: name, fault, from }, 'a damaged copy was replaced');
      return from;
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isStoreError(error)) throw error;
      run.log.warn(
        { err: error, key, store: name },
        'a damaged copy could not be replaced; this will be retried',
      );
    }
  }
  if (!isMissing) copies.onFault(key, member, 'damaged');
  return undefined;
}

/** Returns whether the error comes from a store, or from a process that creates or deletes the object meanwhile. */
function isStoreError(error: unknown): boolean {
  return [ObjectStoreUnavailableError, UnprovenCopyError, ObjectExistsError, NoSuchObjectError].some(
    (kind) => error instanceof kind,
  );
}

async function checksumObject(
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

/** Adds counts per store to the report of the pass. */
export function countCopies<T>({ copies, behind }: AssessedCopies<T>, run: JobRun): void {
  const counts: Record<string, number> = {};
  for (const { store, fault, isMissing, source } of copies) {
    counts[`copies read in ${store}`] = 1;
    if (fault !== undefined) counts[`copies ${isMissing ? 'missing' : 'damaged'} in ${store}`] = 1;
    if (source !== undefined) counts[`copies repaired in ${store}`] = 1;
  }
  for (const store of behind) counts[`copies not reached in ${store}`] = 1;
  run.done({ counts });
}
