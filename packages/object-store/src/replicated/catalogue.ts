// Catalogue of the replicated store, kept outside the stores. It lists the stores, and has a task for each copy that is
// missing, damaged or to be deleted. An object without a task is in every store. The repository keeps the catalogue in
// its database.

export type StoreRole = 'primary' | 'copy' | 'archive';

/** File system location of a store's folder. A change shows that another file system is mounted there. */
export interface FolderLocation {
  readonly device: string;
  readonly parentDevice: string;
  readonly parentInode: string;
}

export interface StoreRecord {
  /** Uuid. An object in the store contains the same uuid (identity.ts). */
  readonly id: string;
  readonly name: string;
  /** The setting that names the store, such as `fs:/disk1/store`. Contains no secret. */
  readonly location: string;
  readonly role: StoreRole;
  /**
   * `filling`: the store is new or was emptied, so objects may be missing for which there is no task yet. `retiring`:
   * nothing more is written to the store, and it will be removed from the catalogue.
   */
  readonly state: 'filling' | 'complete' | 'retiring';
  /** While filling: the last key that was compared with the other stores. */
  readonly scannedKey: string;
  /** Number of times the store was filled from the start. */
  readonly fillRound: number;
  readonly place?: FolderLocation | undefined;
}

export interface CopyTask {
  readonly key: string;
  readonly storeId: string;
  /**
   * `copy`: the object is missing. `repair`: the copy is damaged. `delete`: the object was deleted from the other
   * stores.
   */
  readonly kind: 'copy' | 'repair' | 'delete';
  /** Size and CRC-32 of the object, if known. The copy is compared with them. */
  readonly sizeBytes?: number | undefined;
  readonly crc32?: number | undefined;
}

export interface ClaimedCopyTask extends CopyTask {
  /** Changes when the task is replaced. */
  readonly version: string;
  readonly tries: number;
}

/** CRC-32 of each block of an object, so that a stream can be checked before it is delivered. */
export interface BlockSums {
  readonly sizeBytes: number;
  /** CRC-32 of the whole object. */
  readonly crc32: number;
  /** Four bytes for each block, big-endian. */
  readonly blocks: Buffer;
}

export interface StoreCounts {
  readonly storeId: string;
  readonly missing: number;
  readonly damaged: number;
  readonly deletes: number;
  /** Age of the oldest task. */
  readonly oldestMs: number;
}

/** All methods reject if the database is unavailable. */
export interface CopyCatalogue {
  stores(): Promise<StoreRecord[]>;
  /** Adds the store or replaces its record. */
  saveStore(record: StoreRecord): Promise<void>;
  /**
   * Saves the last compared key of a store that is being filled. Does nothing if the store was emptied in the meantime
   * (`fillRound`).
   */
  saveFilling(record: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>): Promise<void>;
  /** Removes the store and its tasks. */
  removeStore(id: string): Promise<void>;

  /** Records missing copies. Replaces existing tasks for the same copies. Resolves when the tasks are durable. */
  addCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Records copies that a reader or a scan found damaged or missing. Does not change existing tasks. */
  noteCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Records that the object is to be deleted. Returns the stores where this replaced a task of another kind. */
  beginDelete(key: string, storeIds: readonly string[]): Promise<string[]>;
  /** Removes the delete tasks of these stores. */
  endDelete(key: string, storeIds: readonly string[]): Promise<void>;
  tasksOf(key: string): Promise<CopyTask[]>;
  /** Returns true if a task shows that some object is in none of these stores. */
  hasHidden(storeIds: readonly string[]): Promise<boolean>;
  /** Duplicates the copy tasks of the other stores for this store, because it lacks the same objects. */
  shareTasks(storeId: string): Promise<void>;

  /** Claims tasks whose time has come. For `leaseMs`, no other caller gets the same tasks. */
  take(storeIds: readonly string[], limit: number, leaseMs: number): Promise<ClaimedCopyTask[]>;
  /**
   * Adds or replaces the task for one copy and claims it in the same step. A delete that begins later replaces the
   * task, which `finish` notices. Returns undefined if the copy is to be deleted or the store was removed.
   */
  claim(task: CopyTask, leaseMs: number): Promise<ClaimedCopyTask | undefined>;
  /** Removes the task, unless it was replaced in the meantime. Returns whether it was removed. */
  finish(task: ClaimedCopyTask): Promise<boolean>;
  /**
   * Lists the repair tasks for which the catalogue does not know the correct content. Only a caller that knows the
   * content can carry them out.
   */
  listUnknownRepairs(limit: number): Promise<CopyTask[]>;
  /** Releases the task; it can be claimed again after `delayMs`. */
  postpone(task: ClaimedCopyTask, delayMs: number, failure: string): Promise<void>;
  counts(): Promise<StoreCounts[]>;

  saveSums(key: string, sums: BlockSums): Promise<void>;
  sums(key: string): Promise<BlockSums | undefined>;
}
