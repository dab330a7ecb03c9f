// State of a replicated store: which of its stores are usable, their read order, and the objects that each store lacks.
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectStore } from '../port/port.ts';
import type { BlockChecksums, CopyCatalogue, StoreRecord, StoreRole } from './catalogue.ts';
import { chooseBestError } from './first-good.ts';
import { CopySetMember, type MemberPlan } from './member.ts';
import { MemberStore } from './member-store.ts';
import type { CopyFault } from './reading.ts';

export interface CopySetOptions {
  /** Stores in the order of `OBJECT_STORE`. */
  readonly plans: readonly MemberPlan[];
  /** Number of copies that must be durable before a write is acknowledged. */
  readonly required: number;
  readonly catalogue: CopyCatalogue;
  /** Prefix of the keys that are copied to new or emptied stores. Default: all keys. */
  readonly prefix?: string;
  /** True if this service may write a marker to a new store. False if another service does that. Default true. */
  readonly marksStores?: boolean;
  /** Called when a store becomes writable or stops being writable. `reason` is undefined for a writable store. */
  onState?(name: string, reason: string | undefined): void;
  /** Called when a reader finds that a copy is missing or damaged. */
  onFault?(name: string, key: string, fault: CopyFault): void;
}

export interface CopyStoreStatus {
  readonly name: string;
  readonly role: StoreRole;
  readonly location: string;
  /** UUID of the store. Undefined until the store is identified. */
  readonly id: string | undefined;
  readonly state: StoreRecord['state'] | undefined;
  /** Key up to which a new or emptied store has been compared with the other stores. */
  readonly scannedKey: string | undefined;
  /** Reason why the store is not used. Undefined if it is used. */
  readonly blocked: string | undefined;
  /** Reason why the store gets no writes. Undefined if it gets writes. */
  readonly writeBlocked: string | undefined;
}

const MAX_REMEMBERED = 10_000;
/** Maximum time for which a request waits for probes if no store is usable. */
const AWAKEN_MS = 1_200;

export class CopySet {
  readonly members: readonly CopySetMember[];
  readonly required: number;
  readonly catalogue: CopyCatalogue;
  readonly #options: CopySetOptions;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Stores that have not confirmed a deletion yet, by key. Contains only deletions that this process has begun. */
  readonly #deleted = new Map<string, ReadonlySet<string>>();
  readonly #sums = new Map<string, BlockChecksums>();
  readonly #noted = new Set<string>();
  readonly #states = new Map<string, string | undefined>();
  #order: readonly CopySetMember[] | undefined;
  #wake = Promise.withResolvers<void>();

  constructor(options: CopySetOptions) {
    this.#options = options;
    this.required = options.required;
    this.catalogue = options.catalogue;
    this.members = options.plans.map(
      (plan) =>
        new CopySetMember(plan, {
          catalogue: options.catalogue,
          mayMark: options.marksStores ?? true,
          isTaken: (id, member) => this.members.some((other) => other !== member && other.record?.id === id),
          isNeeded: (kind, member) => this.#isNeeded(kind, member),
          onChange: (member) => this.#handleStateChange(member),
        }),
    );
  }

  /**
   * Identifies all reachable stores. Stores that are not identified get no writes. Call this when the catalogue is
   * available.
   */
  async prepare(): Promise<void> {
    await Promise.all(this.members.map((member) => member.health.probeNow()));
    await this.refresh();
  }

  /** Updates the records of all stores from the catalogue. */
  async refresh(): Promise<void> {
    const records = await this.catalogue.stores();
    for (const member of this.members) member.update(records);
    this.#order = undefined;
  }

  /**
   * Readable stores in the order in which they are read: complete stores first, then by role (primary, copy, archive),
   * then folders before buckets.
   */
  readable(): readonly CopySetMember[] {
    this.#order ??= this.members.filter(({ isReadable }) => isReadable).toSorted(byDistance);
    return this.#order;
  }

  /** Prefix of the keys that are copied to new or emptied stores. Empty for all keys. */
  get prefix(): string {
    return this.#options.prefix ?? '';
  }

  whyUnreadable(): Error {
    const reasons = this.members.map(({ plan, health }) => `${plan.name}: ${health.blocked}`);
    return new ObjectStoreUnavailableError('no store can be reached', new Error(reasons.join('; ')));
  }

  async awaken(count: number, isFit: (member: CopySetMember) => boolean): Promise<void> {
    if (this.members.filter(isFit).length >= count) return;
    const probing = Promise.all(this.members.map((member) => member.health.probeNow()));
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, AWAKEN_MS);
    await Promise.race([probing, late]).finally(() => clearTimeout(timer));
  }

  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key);
    const turn = (before ?? Promise.resolve()).then(work, work);
    this.#turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  isDeletedIn(key: string, { record }: CopySetMember): boolean {
    return record !== undefined && this.#deleted.get(key)?.has(record.id) === true;
  }

  /** Resolves when tasks have been added, after `timeoutMs`, or when `signal` aborts. */
  async nextTasks(signal: AbortSignal, timeoutMs: number): Promise<void> {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    if (timeout.aborted) return;
    const ended = new Promise<void>((resolve) => {
      timeout.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.#wake.promise, ended]);
  }

  onTasks(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Adds a task for a copy that a reader found to be missing or damaged. */
  onFault(key: string, member: CopySetMember, fault: CopyFault): void {
    const id = member.record?.id;
    member.health.suspect();
    const noted = `${id} ${key}`;
    if (id === undefined || this.#noted.has(noted)) return;
    addWithEviction(this.#noted, noted);
    this.#options.onFault?.(member.plan.name, key, fault);
    const known = this.#sums.get(key);
    const sums = known && { sizeBytes: known.sizeBytes, crc32: known.crc32 };
    const kind = fault === 'missing' ? 'copy' : 'repair';
    this.catalogue
      .noteCopies([{ key, storeId: id, kind, ...sums }])
      .then(() => this.onTasks())
      .catch(() => undefined)
      .finally(() => setTimeout(() => this.#noted.delete(noted), NOTE_AGAIN_MS).unref());
  }

  async sums(key: string): Promise<BlockChecksums | undefined> {
    const known = this.#sums.get(key);
    if (known) return known;
    const found = await this.catalogue.sums(key).catch(() => undefined);
    if (found) addWithEviction(this.#sums, key, found);
    return found;
  }

  /** Deletes an object from every store. Unavailable stores delete it when they are available again. */
  async deleteEverywhere(key: string): Promise<void> {
    const identified = this.members.filter(({ record }) => record !== undefined);
    const ids = identified.map(({ record }) => record!.id);
    if (this.readable().length === 0) await this.awaken(1, ({ isReadable }) => isReadable);
    if (this.readable().length === 0) throw this.whyUnreadable();
    let busy: ReadonlySet<string>;
    try {
      busy = new Set(await this.catalogue.beginDelete(key, ids));
    } catch (error) {
      throw new ObjectStoreUnavailableError('recording that an object is deleted', error);
    }
    this.#sums.delete(key);
    const outcomes = await Promise.allSettled(
      this.members.map((member) => member.run('write', (store) => store.delete(key))),
    );
    if (outcomes.every(({ status }) => status === 'rejected')) {
      await this.#cancelDelete(key, ids, busy);
      throw chooseBestError(
        outcomes.map((one) => ({ error: one.status === 'rejected' ? one.reason : undefined })),
      );
    }
    const isDone = (index: number) => outcomes[index]?.status === 'fulfilled';
    const left = this.members
      .filter((member, index) => member.record && (!isDone(index) || busy.has(member.record.id)))
      .map(({ record }) => record!.id);
    const done = ids.filter((id) => !left.includes(id));
    if (left.length > 0) addWithEviction(this.#deleted, key, new Set(left));
    // If this fails, the deletions are repeated later, which is harmless.
    await this.catalogue.endDelete(key, done).catch(() => undefined);
    if (left.length > 0) this.onTasks();
  }

  /** Cancels the deletion of an object that must be kept. Restores the copy tasks that the deletion had replaced. */
  async #cancelDelete(key: string, storeIds: readonly string[], busy: ReadonlySet<string>): Promise<void> {
    await this.catalogue
      .endDelete(key, storeIds)
      .then(() =>
        this.catalogue.noteCopies([...busy].map((storeId) => ({ key, storeId, kind: 'copy' as const }))),
      )
      .catch(() => undefined);
  }

  /** Called when a store has confirmed a deletion. */
  onDeleted(key: string, storeId: string): void {
    const left = new Set(this.#deleted.get(key));
    left.delete(storeId);
    if (left.size === 0) this.#deleted.delete(key);
    else this.#deleted.set(key, left);
  }

  /** Calls all readable stores and returns the results of the successful calls. Rejects if all calls fail. */
  async fromReadable<T>(
    ask: (member: CopySetMember) => Promise<T>,
  ): Promise<readonly { member: CopySetMember; answer: T }[]> {
    if (this.readable().length === 0) await this.awaken(1, ({ isReadable }) => isReadable);
    const members = this.readable();
    if (members.length === 0) throw this.whyUnreadable();
    const outcomes = await Promise.allSettled(members.map(ask));
    const answers = outcomes.flatMap((one, index) =>
      one.status === 'fulfilled' ? [{ member: members[index]!, answer: one.value }] : [],
    );
    if (answers.length > 0) return answers;
    throw chooseBestError(
      outcomes.map((one) => ({ error: one.status === 'rejected' ? one.reason : undefined })),
    );
  }

  views(): CopyStoreStatus[] {
    return this.members.map(({ plan: { name, role, location }, record, health }) => ({
      name,
      role,
      location,
      id: record?.id,
      state: record?.state,
      scannedKey: record?.scannedKey,
      blocked: health.blocked,
      writeBlocked: health.writeBlocked,
    }));
  }

  /**
   * Returns an object store that accesses the copies in one store only. Returns undefined if no store has this name.
   */
  storeNamed(name: string): ObjectStore | undefined {
    const member = this.members.find(({ plan }) => plan.name === name);
    return member && new MemberStore(member);
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }

  #isNeeded(kind: 'read' | 'write', member: CopySetMember): boolean {
    const others = this.members.filter((other) => other !== member);
    if (kind === 'read') return !others.some(({ isReadable }) => isReadable);
    return others.filter(({ isWritable }) => isWritable).length < this.required;
  }

  #handleStateChange(member: CopySetMember): void {
    this.#order = undefined;
    const { name } = member.plan;
    const reason = member.health.writeBlocked;
    if (this.#states.has(name) && this.#states.get(name) === reason) return;
    this.#states.set(name, reason);
    this.#options.onState?.(name, reason);
    if (reason === undefined) this.onTasks();
  }
}

const NOTE_AGAIN_MS = 60_000;
const ROLES: readonly StoreRole[] = ['primary', 'copy', 'archive'];

function byDistance(a: CopySetMember, b: CopySetMember): number {
  const fill = (member: CopySetMember) => Number(member.record?.state === 'filling');
  const role = (member: CopySetMember) => ROLES.indexOf(member.plan.role);
  const far = (member: CopySetMember) => Number(member.plan.folder === undefined);
  return fill(a) - fill(b) || role(a) - role(b) || far(a) - far(b);
}

function addWithEviction<K>(map: Set<K>, key: K): void;
function addWithEviction<K, V>(map: Map<K, V>, key: K, value: V): void;
function addWithEviction<K, V>(map: Map<K, V> | Set<K>, key: K, value?: V): void {
  if (map.size >= MAX_REMEMBERED) map.delete(map.keys().next().value as K);
  if (map instanceof Set) map.add(key);
  else map.set(key, value as V);
}
