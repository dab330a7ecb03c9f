// What this browser remembers of files that are in: written when the last record of a file is durable, so that a folder
// that was cut off, or is dropped once more, is gone on with. A file is known by its path, its size and when it was
// changed; computing digests of all of them would read each file twice. That it is in is asked of the service all the same.

export interface LedgerTarget {
  readonly namespace: string;
  readonly auid: string;
  readonly excludeStatusPattern: string;
}

export interface LedgerFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

export interface Ledger {
  /** The artifact that one of the file's records is, or is a duplicate of; undefined when it is not known to be in. */
  find(target: LedgerTarget, file: LedgerFile): Promise<string | undefined>;
  add(target: LedgerTarget, file: LedgerFile, artifact: string): Promise<void>;
}

/** A browser that keeps nothing (a private window) has an empty one: then files are sent again, which harms nothing. */
export async function openLedger(): Promise<Ledger> {
  const database = await open().catch(() => undefined);
  if (!database) return { find: async () => undefined, add: async () => undefined };
  const files = (mode: IDBTransactionMode) => database.transaction(FILES, mode).objectStore(FILES);
  return {
    find: (target, file) =>
      settled<string | undefined>(files('readonly').get(keyOf(target, file))).catch(() => undefined),
    add: async (target, file, artifact) => {
      await settled(files('readwrite').put(artifact, keyOf(target, file))).catch(() => undefined);
    },
  };
}

const FILES = 'files';

function keyOf({ namespace, auid, excludeStatusPattern }: LedgerTarget, file: LedgerFile): IDBValidKey {
  return [namespace, auid, excludeStatusPattern, file.path, file.sizeBytes, file.changedMs];
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open('holdfast-imports', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return settled(opening);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
