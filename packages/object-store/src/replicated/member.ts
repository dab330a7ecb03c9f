// One store of a replicated store. It is opened as soon as it can be reached, identified by its marker, and monitored
// by a circuit breaker.
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
  /** Name of the opened store, such as `fs` or `s3:bucket`. */
  readonly storeName: string;
  /** Absolute path of the folder of an fs store. */
  readonly folder: string | undefined;
  /** Length of the prefix that the store adds to every key. */
  readonly prefixBytes: number;
  url(key: string): string;
  /** Opens the store. With `mustExist`, a missing folder is an error; otherwise it is created. */
  open(mustExist: boolean): Promise<ObjectStore>;
  /** Rejects the file system operations that are waiting for a free slot (fs/gate.ts). */
  giveUp(error: Error): void;
}

export interface MemberDeps {
  readonly catalogue: CopyCatalogue;
  /** True if this process may write a marker to a store without a marker. */
  readonly mayMark: boolean;
  /** Returns true if an operation of this kind needs this store, because too few other stores are usable. */
  isNeeded(kind: 'read' | 'write', member: CopySetMember): boolean;
  /** Returns whether another configured store has the same identity. */
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

  /** Record in the catalogue. Undefined until the store is identified. */
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

  /** Updates this store's record from the catalogue. */
  update(records: readonly StoreRecord[]): void {
    const found = records.find(({ id }) => id === this.#record?.id);
    if (found) this.#record = found;
  }

  /** Runs an operation through the circuit breaker. Passes a result that arrives too late to `discard`. */
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

  /** Open store, for synchronous operations. Undefined if the store cannot be read. */
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

  /** Opens and identifies the store. Rejects if the store cannot be used. */
  async #probe(): Promise<void> {
    const { folder } = this.plan;
    const isMarked = folder === undefined || (await isMarkedFolder(folder));
    if (isMarked) this.#store ??= await this.plan.open(true);
    const id = isMarked ? await this.#readIdentity() : undefined;
    if (id === undefined) await this.#handleUnmarkedStore();
    else await this.#recognize(id);
  }

  /** Returns the UUID in the marker. Replaces a damaged marker if this is certainly the expected store. */
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

  /** Identifies a store by its marker. Without the database, the store can be read but not written to. */
  async #recognize(id: string): Promise<void> {
    if (this.#record?.id === id) return;
    if (this.#record) throw new ObjectStoreUnavailableError('another store is in its place');
    if (this.#deps.isTaken(id, this)) {
      throw new ObjectStoreUnavailableError(
        'it has the same identity as another store: one is a copy of the other',
      );
    }
    const known = await this.#readKnownStores();
    if (known === undefined) return;
    const found = known.find((record) => record.id === id);
    const { name, role, location, folder } = this.plan;
    const place = folder === undefined ? undefined : await readFolderLocation(folder);
    const filling = { state: 'filling', scannedKey: '', fillRound: 0 } as const;
    await this.#save({ ...(found ?? filling), id, name, role, location, place });
  }

  /** Handles a store without a marker: it is new, was emptied, or is not mounted. */
  async #handleUnmarkedStore(): Promise<void> {
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
      // Does not create a folder that existed earlier, because its file system may not be mounted.
      this.#store = await this.plan.open(before !== undefined);
      await old?.close();
    }
    const opened = this.#store;
    const found = await readMarker(opened);
    // The file system was mounted meanwhile, and the store has the expected marker.
    if (found !== undefined && found === this.#record?.id) return;
    const id = found ?? (await writeMarker(opened, before?.id ?? randomUUID()));
    if (before && id !== before.id) throw new ObjectStoreUnavailableError('another store is in its place');
    const place = folder === undefined ? undefined : await readFolderLocation(folder);
    const current = known.find((record) => record.id === id) ?? before;
    const fillRound = (current?.fillRound ?? 0) + 1;
    await this.#save({ id, name, role, location, place, state: 'filling', scannedKey: '', fillRound });
  }

  async #readKnownStores(): Promise<StoreRecord[] | undefined> {
    return this.#deps.catalogue.stores().catch(() => undefined);
  }

  async #save(record: StoreRecord): Promise<void> {
    await this.#deps.catalogue.saveStore(record);
    this.#record = record;
    this.#deps.onChange(this);
  }
}
