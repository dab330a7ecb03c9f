// Interface of the catalogue of a replicated store. The catalogue is stored outside the stores. It lists the stores,
// and contains a task for each copy that is missing, damaged or to be deleted. A complete store contains every object
// for which it has no task. The repository stores its catalogue in its database.

export type StoreRole = 'primary' | 'copy' | 'archive';

/** Location of a store's folder in the file system. A change means that another file system is mounted there. */
export interface FolderLocation {
  readonly device: string;
  readonly parentDevice: string;
  readonly parentInode: string;
}

export interface StoreRecord {
  /** UUID of the store, also stored in its marker object (identity.ts). */
  readonly id: string;
  readonly name: string;
  /** Location in `OBJECT_STORE`, such as `fs:/disk1/store`. Contains no secret. */
  readonly location: string;
  readonly role: StoreRole;
  /**
   * `filling`: the store is new or was emptied, and may lack objects that have no task yet. `retiring`: the store gets
   * no more writes and will be removed from the catalogue.
   */
  readonly state: 'filling' | 'complete' | 'retiring';
  /** Key up to which a new or emptied store has been compared with the other stores. */
  readonly scannedKey: string;
  /** Number of times that the store was new or emptied. Each time, the comparison of keys starts again. */
  readonly fillRound: number;
  readonly place?: FolderLocation | undefined;
}

export interface CopyTask {
  readonly key: string;
  readonly storeId: string;
  /**
   * `copy`: the store lacks the object. `repair`: the store's copy is damaged. `delete`: the object was deleted, but
   * the store may still contain it.
   */
  readonly kind: 'copy' | 'repair' | 'delete';
  /** Size and CRC-32 of the object, which the new copy must match. Undefined if unknown. */
  readonly sizeBytes?: number | undefined;
  readonly crc32?: number | undefined;
}

export interface ClaimedCopyTask extends CopyTask {
  /** Version of the task. It changes when the task is replaced. */
  readonly version: string;
  readonly tries: number;
}

/** CRC-32 of each block of an object. With it, a reader can verify blocks before it delivers them. */
export interface BlockChecksums {
  readonly sizeBytes: number;
  /** CRC-32 of the whole object. */
  readonly crc32: number;
  /** CRC-32 of each block, as four bytes in big-endian order. */
  readonly blocks: Buffer;
}

export interface StoreCounts {
  readonly storeId: string;
  readonly missing: number;
  readonly damaged: number;
  readonly deletes: number;
  /** Age of the oldest task, in milliseconds. */
  readonly oldestMs: number;
}

/** Catalogue of a replicated store. All methods reject if its database is unavailable. */
export interface CopyCatalogue {
  stores(): Promise<StoreRecord[]>;
  /** Adds or replaces the record of a store. */
  saveStore(record: StoreRecord): Promise<void>;
  /**
   * Saves the key up to which a new or emptied store has been compared. Does nothing if the store was emptied again
   * meanwhile (different `fillRound`).
   */
  saveFilling(record: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>): Promise<void>;
  /** Removes the store and its tasks. */
  removeStore(id: string): Promise<void>;

  /**
   * Adds tasks for missing copies, and replaces existing tasks of the same copies. Resolves when the tasks are durable.
   */
  addCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Adds tasks for copies that were found damaged or missing. Does not replace existing tasks of these copies. */
  noteCopies(tasks: readonly CopyTask[]): Promise<void>;
  /**
   * Adds tasks to delete the object from these stores. Returns the stores in which another kind of task was replaced.
   */
  beginDelete(key: string, storeIds: readonly string[]): Promise<string[]>;
  /** Removes the delete tasks of these stores. */
  endDelete(key: string, storeIds: readonly string[]): Promise<void>;
  tasksOf(key: string): Promise<CopyTask[]>;
  /** Returns true if, according to the tasks, at least one object is missing from all of these stores. */
  hasHidden(storeIds: readonly string[]): Promise<boolean>;
  /** Adds a copy task to this store for every object that has a copy task for another store. */
  shareTasks(storeId: string): Promise<void>;

  /** Claims due tasks. For `leaseMs`, no other caller gets these tasks. */
  take(storeIds: readonly string[], limit: number, leaseMs: number): Promise<ClaimedCopyTask[]>;
  /**
   * Adds or replaces the task of one copy, and claims it. If the object is deleted later, the claimed task is replaced
   * and `finish` returns false. Returns undefined if the copy must be deleted or the store was removed.
   */
  claim(task: CopyTask, leaseMs: number): Promise<ClaimedCopyTask | undefined>;
  /** Removes the task unless it was replaced meanwhile. Returns whether it was removed. */
  finish(task: ClaimedCopyTask): Promise<boolean>;
  /** Lists repair tasks without a known CRC-32. Only a caller that knows the correct content can repair such a copy. */
  listRepairsWithoutChecksum(limit: number): Promise<CopyTask[]>;
  /** Releases the task. It can be claimed again after `delayMs`. */
  postpone(task: ClaimedCopyTask, delayMs: number, failure: string): Promise<void>;
  counts(): Promise<StoreCounts[]>;

  saveSums(key: string, sums: BlockChecksums): Promise<void>;
  sums(key: string): Promise<BlockChecksums | undefined>;
}
