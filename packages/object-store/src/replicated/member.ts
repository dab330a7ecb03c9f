// One store of a replicated store. It is opened when it can be reached, identified by its marker and monitored by its
// circuit breaker.
import { randomUUID } from 'node:crypto';
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectStore } from '../port/port.ts';
import type { CopyCatalogue, StoreRecord, StoreRole } from './catalogue.ts';
import { type OperationKind, StoreHealth } from './health.ts';
import {
  DamagedMarkerError,
  isMarkedFolder,
  isSameFolder,
  probeWriting,
  readFolderLocation,
  readMarker,
  replaceMarker,
  writeMarker,
} from './identity.ts';

export interface MemberPlan {
  readonly name: string;
  readonly role: StoreRole;
  readonly location: string;
  /** Name that the store reports, such as `fs` or `s3:bucket`. */
  readonly storeName: string;
  /** Absolute path of the folder of an fs store. */
  readonly folder: string | undefined;
  /** Length of the prefix that the store adds to keys. */
  readonly prefixBytes: number;
  url(key: string): string;
  /** Opens the store. With `mustExist`, a folder that does not exist is refused instead of created. */
  open(mustExist: boolean): Promise<ObjectStore>;
  /** Rejects the operations that are still queued. */
  giveUp(error: Error): void;
}

export interface MemberDeps {
  readonly catalogue: CopyCatalogue;
  /** Whether this process may write a marker to a store that has none. */
  readonly mayMark: boolean;
  /** Returns whether the other stores alone are too few to read or write. */
  isNeeded(kind: 'read' | 'write', member: CopySetMember): boolean;
  /** Returns whether another store of this process has the same identity. */
  isTaken(id: string, member: CopySetMember): boolean;
  onChange(member: CopySetMember): void;
}

export class CopySetMember {
  readonly plan: MemberPlan;
  readonly health: StoreHealth;
  readonly #deps: MemberDeps;
  #store: ObjectStore | undefined;
  #record: StoreRecord | undefined;

  constructor(plan: MemberPlan, deps: MemberDeps) {
    this.plan = plan;
    this.#deps = deps;
    this.health = new StoreHealth({
      probe: () => this.#probe(),
      probeWriting: () => this.use((store) => probeWriting(store)),
      isNeeded: (kind) => deps.isNeeded(kind, this),
      onChange: () => {
        const reason = this.health.blocked;
        if (reason !== undefined) plan.giveUp(this.#unavailable(reason));
        deps.onChange(this);
      },
      nowMs: () => performance.now(),
    });
  }

  /** Undefined until the store has been identified. */
  get record(): StoreRecord | undefined {
    return this.#record;
  }

  get isReadable(): boolean {
    return this.health.blocked === undefined;
  }

  get isWritable(): boolean {
    return (
      this.#record !== undefined &&
      this.#record.state !== 'retiring' &&
      this.health.writeBlocked === undefined
    );
  }

  /** Updates the record of this store from the catalogue. */
  update(records: readonly StoreRecord[]): void {
    const found = records.find(({ id }) => id === this.#record?.id);
    if (found) this.#record = found;
  }

  /** Runs an operation under the circuit breaker. A result that arrives too late is passed to `discard`. */
  run<T>(
    kind: OperationKind,
    work: (store: ObjectStore) => Promise<T>,
    discard?: (late: T) => void,
  ): Promise<T> {
    const reason = this.health.blocked;
    if (reason !== undefined) return Promise.reject(this.#unavailable(reason));
    return this.health.track(kind, this.use(work), discard);
  }

  /** Runs an operation even if the circuit breaker is open. */
  async use<T>(work: (store: ObjectStore) => Promise<T>): Promise<T> {
    if (!this.#store) throw this.#unavailable('it is not open');
    return work(this.#store);
  }

  /** The open store, or undefined if it cannot be read. For synchronous operations. */
  get openStore(): ObjectStore | undefined {
    return this.isReadable ? this.#store : undefined;
  }

  async close(): Promise<void> {
    this.health.close();
    await this.#store?.close();
  }

  #unavailable(reason: string): ObjectStoreUnavailableError {
    return new ObjectStoreUnavailableError(`${this.plan.name}: ${reason}`);
  }

  /** Opens and identifies the store. Rejects while it cannot be used. */
  async #probe(): Promise<void> {
    const { folder } = this.plan;
    const isMarked = folder === undefined || (await isMarkedFolder(folder));
    if (isMarked) this.#store ??= await this.plan.open(true);
    const id = isMarked ? await this.#readIdentity() : undefined;
    if (id === undefined) await this.#markAnew();
    else await this.#recognize(id);
  }

  /**
   * Returns the uuid in the marker. If the marker is damaged but the store is certainly the expected one, writes the
   * marker again.
   */
  async #readIdentity(): Promise<string | undefined> {
    try {
      return await this.use(readMarker);
    } catch (error) {
      if (!(error instanceof DamagedMarkerError) || !this.#deps.mayMark) throw error;
      const { location, folder } = this.plan;
      const known = this.#record ? [] : await this.#deps.catalogue.stores();
      const before = this.#record ?? known.find((record) => record.location === location);
      if (!before || (folder !== undefined && !isSameFolder(before.place, await readFolderLocation(folder))))
        throw error;
      await this.use((store) => replaceMarker(store, before.id));
      return before.id;
    }
  }

  /** The store has a marker. Without the database it can be read, but not written to. */
  async #recognize(id: string): Promise<void> {
    if (this.#record?.id === id) return;
    if (this.#record) throw new ObjectStoreUnavailableError('another store is in its place');
    if (this.#deps.isTaken(id, this)) {
      throw new ObjectStoreUnavailableError(
        'it has the same identity as another store: one is a copy of the other',
      );
    }
    const known = await this.#known();
    if (known === undefined) return;
    const found = known.find((record) => record.id === id);
    const { name, role, location, folder } = this.plan;
    const place = folder === undefined ? undefined : await readFolderLocation(folder);
    const filling = { state: 'filling', scannedKey: '', fillRound: 0 } as const;
    await this.#save({ ...(found ?? filling), id, name, role, location, place });
  }

  /** The store has no marker: it is new, was emptied, or is not mounted. */
  async #markAnew(): Promise<void> {
    if (!this.#deps.mayMark)
      throw new ObjectStoreUnavailableError('it has no marker: it is new, emptied or not mounted');
    const { name, role, location, folder } = this.plan;
    const known = await this.#deps.catalogue.stores();
    const before = this.#record ?? known.find((record) => record.location === location);
    if (before && folder !== undefined && !isSameFolder(before.place, await readFolderLocation(folder))) {
      throw new ObjectStoreUnavailableError('its folder is not mounted');
    }
    if (folder !== undefined || !this.#store) {
      const old = this.#store;
      // If the folder existed earlier, its file system may just not be mounted, so a missing folder is not created.
      this.#store = await this.plan.open(before !== undefined);
      await old?.close();
    }
    const opened = this.#store;
    const found = await readMarker(opened);
    // The folder has just been mounted, and the marker is the expected one.
    if (found !== undefined && found === this.#record?.id) return;
    const id = found ?? (await writeMarker(opened, before?.id ?? randomUUID()));
    if (before && id !== before.id) throw new ObjectStoreUnavailableError('another store is in its place');
    const place = folder === undefined ? undefined : await readFolderLocation(folder);
    const current = known.find((record) => record.id === id) ?? before;
    const fillRound = (current?.fillRound ?? 0) + 1;
    await this.#save({ id, name, role, location, place, state: 'filling', scannedKey: '', fillRound });
  }

  async #known(): Promise<StoreRecord[] | undefined> {
    return this.#deps.catalogue.stores().catch(() => undefined);
  }

  async #save(record: StoreRecord): Promise<void> {
    await this.#deps.catalogue.saveStore(record);
    this.#record = record;
    this.#deps.onChange(this);
  }
}
