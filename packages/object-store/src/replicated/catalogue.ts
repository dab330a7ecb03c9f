// Interface of a replicated store's catalogue, which is kept outside the stores. The catalogue lists the stores, and
// contains a task for each copy that is missing, damaged or to be deleted. An object without a task is in every
// complete store. The repository's catalogue is in its database.

export type StoreRole = 'primary' | 'copy' | 'archive';

/** File system location of a store's folder. If it has changed, another file system is mounted there. */
export interface FolderLocation {
  readonly device: string;
  readonly parentDevice: string;
  readonly parentInode: string;
}

export interface StoreRecord {
  /** UUID of the store, which is also in the store's marker object (identity.ts). */
  readonly id: string;
  readonly name: string;
  /** Location as set in `OBJECT_STORE`, such as `fs:/disk1/store`. Contains no secret. */
  readonly location: string;
  readonly role: StoreRole;
  /**
   * `filling`: the store is new or was emptied, so it may lack objects that have no task yet. `retiring`: the store
   * gets no more writes, and will be removed from the catalogue.
   */
  readonly state: 'filling' | 'complete' | 'retiring';
  /** Last key that was compared with the other stores. Set while objects are copied to a new or emptied store. */
  readonly scannedKey: string;
  /** Number of times that this store was new or emptied, so that all keys had to be compared. */
  readonly fillRound: number;
  readonly place?: FolderLocation | undefined;
}

export interface CopyTask {
  readonly key: string;
  readonly storeId: string;
  /**
   * `copy`: the store lacks the object. `repair`: the store's copy is damaged. `delete`: the object was deleted, but
   * this store may still have it.
   */
  readonly kind: 'copy' | 'repair' | 'delete';
  /** Size and CRC-32 of the object, if known. The new copy must match them. */
  readonly sizeBytes?: number | undefined;
  readonly crc32?: number | undefined;
}

export interface ClaimedCopyTask extends CopyTask {
  /** Token of the task. It changes when the task is replaced. */
  readonly version: string;
  readonly tries: number;
}

/** CRC-32 of each block of an object, so that a stream can be verified before it is delivered. */
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

/** Catalogue of a replicated store. All methods reject if the database is unavailable. */
export interface CopyCatalogue {
  stores(): Promise<StoreRecord[]>;
  /** Adds the record of a store, or replaces it. */
  saveStore(record: StoreRecord): Promise<void>;
  /**
   * Saves the last compared key of a new or emptied store. Does nothing if the store was emptied again in the meantime
   * (`fillRound`).
   */
  saveFilling(record: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>): Promise<void>;
  /** Removes the store and its tasks. */
  removeStore(id: string): Promise<void>;

  /**
   * Adds tasks for missing copies, and replaces existing tasks of the same copies. Resolves when the tasks are durable.
   */
  addCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Adds tasks for copies that a reader or a scan found damaged or missing. Keeps existing tasks of these copies. */
  noteCopies(tasks: readonly CopyTask[]): Promise<void>;
  /**
   * Adds tasks to delete the object from these stores. Returns the stores where a task of another kind was replaced.
   */
  beginDelete(key: string, storeIds: readonly string[]): Promise<string[]>;
  /** Removes the delete tasks of these stores. */
  endDelete(key: string, storeIds: readonly string[]): Promise<void>;
  tasksOf(key: string): Promise<CopyTask[]>;
  /** Returns whether, according to the tasks, some object is in none of these stores. */
  hasHidden(storeIds: readonly string[]): Promise<boolean>;
  /** Adds the copy tasks of all other stores to this store, because it lacks the same objects. */
  shareTasks(storeId: string): Promise<void>;

  /** Claims due tasks. No other caller gets the same tasks for `leaseMs`. */
  take(storeIds: readonly string[], limit: number, leaseMs: number): Promise<ClaimedCopyTask[]>;
  /**
   * Adds or replaces the task of one copy, and claims it in the same step. If the object is deleted later, the task is
   * replaced, and `finish` returns false. Returns undefined if the copy is to be deleted or the store was removed.
   */
  claim(task: CopyTask, leaseMs: number): Promise<ClaimedCopyTask | undefined>;
  /** Removes the task unless it was replaced in the meantime. Returns whether it was removed. */
  finish(task: ClaimedCopyTask): Promise<boolean>;
  /**
   * Lists repair tasks without a known CRC-32. Only a caller that knows the correct content can repair these copies.
   */
  listRepairsWithoutChecksum(limit: number): Promise<CopyTask[]>;
  /** Releases the task, so that it can be claimed again after `delayMs`. */
  postpone(task: ClaimedCopyTask, delayMs: number, failure: string): Promise<void>;
  counts(): Promise<StoreCounts[]>;

  saveSums(key: string, sums: BlockChecksums): Promise<void>;
  sums(key: string): Promise<BlockChecksums | undefined>;
}
