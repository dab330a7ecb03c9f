// Catalogue of the replicated store, kept outside the stores: which stores there are, and which copies are not as they
// should be. Only exceptions are recorded: an object without a task is in every store. The repository keeps this in its database.

export type StoreRole = 'primary' | 'copy' | 'archive';

/** The folder of a store, as far as it tells whether the same file system is still mounted there. */
export interface FolderPlace {
  readonly device: string;
  readonly parentDevice: string;
  readonly parentInode: string;
}

export interface StoreRecord {
  /** Uuid. An object in the store repeats it (identity.ts). */
  readonly id: string;
  readonly name: string;
  /** The setting that names the store, such as `fs:/disk1/store`. Contains no secret. */
  readonly location: string;
  readonly role: StoreRole;
  /**
   * `filling`: objects may be missing that no task names yet, because the store is new or was emptied. `retiring`: nothing is
   * written to the store any more, and it will be forgotten.
   */
  readonly state: 'filling' | 'complete' | 'retiring';
  /** While filling: the last key that was compared with the other stores. */
  readonly scannedKey: string;
  /** Counts how often the store was filled anew. */
  readonly fillRound: number;
  readonly place?: FolderPlace | undefined;
}

export interface CopyTask {
  readonly key: string;
  readonly storeId: string;
  /** `copy`: the object is missing. `repair`: the copy is damaged. `delete`: the object was deleted elsewhere. */
  readonly kind: 'copy' | 'repair' | 'delete';
  /** Size and CRC-32 of the object, if known. The copy is compared with them. */
  readonly sizeBytes?: number | undefined;
  readonly crc32?: number | undefined;
}

export interface TakenTask extends CopyTask {
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

/** All methods reject when the database is away. */
export interface CopyCatalogue {
  stores(): Promise<StoreRecord[]>;
  /** Adds the store or replaces its record. */
  saveStore(record: StoreRecord): Promise<void>;
  /** Saves how far the store is filled. Does nothing if it was emptied meanwhile (`fillRound`). */
  saveFilling(record: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>): Promise<void>;
  /** Removes the store and its tasks. */
  removeStore(id: string): Promise<void>;

  /** Records missing copies. Replaces other tasks of the same copies. Resolves when the tasks are durable. */
  addCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Records damaged or missing copies that a reader or a scan met. Leaves existing tasks as they are. */
  noteCopies(tasks: readonly CopyTask[]): Promise<void>;
  /** Records that the object is to be deleted. Returns the stores of which another task was replaced. */
  beginDelete(key: string, storeIds: readonly string[]): Promise<string[]>;
  /** Removes the deletes of these stores. */
  endDelete(key: string, storeIds: readonly string[]): Promise<void>;
  tasksOf(key: string): Promise<CopyTask[]>;
  /** Whether an object is known that none of these stores has. */
  hasHidden(storeIds: readonly string[]): Promise<boolean>;
  /** Adds for one store the copies that other stores lack, too. */
  shareTasks(storeId: string): Promise<void>;

  /** Takes tasks that are due. Nobody else gets them for `leaseMs`. */
  take(storeIds: readonly string[], limit: number, leaseMs: number): Promise<TakenTask[]>;
  /**
   * Adds or replaces the task of one copy and takes it at once, so that a delete that begins meanwhile is noticed. Returns
   * undefined if the copy is to be deleted or the store was removed.
   */
  claim(task: CopyTask, leaseMs: number): Promise<TakenTask | undefined>;
  /** Removes the task, unless it was replaced meanwhile. Returns whether it was removed. */
  finish(task: TakenTask): Promise<boolean>;
  /** Damaged copies of which only somebody who knows the content can say what they should be. */
  listUnknownRepairs(limit: number): Promise<CopyTask[]>;
  /** Makes the task due again after `delayMs`. */
  postpone(task: TakenTask, delayMs: number, failure: string): Promise<void>;
  counts(): Promise<StoreCounts[]>;

  saveSums(key: string, sums: BlockSums): Promise<void>;
  sums(key: string): Promise<BlockSums | undefined>;
}
