// Records imported files in this browser, so that an interrupted folder import can be resumed. A file is recorded when
// its last record has been stored durably. Files are identified by path, size and modification time, because digests
// would require reading each file twice.

export interface ImportedFileTarget {
  readonly namespace: string;
  readonly auid: string;
  readonly excludeStatusPattern: string;
}

export interface ImportedFileEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

export interface ImportedFileList {
  /** Returns an artifact that contains a record of the file. Returns undefined if no import of the file is recorded. */
  find(target: ImportedFileTarget, file: ImportedFileEntry): Promise<string | undefined>;
  add(target: ImportedFileTarget, file: ImportedFileEntry, artifact: string): Promise<void>;
}

/**
 * Opens the list of imported files. Without IndexedDB (private windows), the list is empty and all files are sent; the
 * service detects duplicates.
 */
export async function openImportedFileList(): Promise<ImportedFileList> {
  const database = await openFilesDatabase().catch(() => undefined);
  if (!database) return { find: async () => undefined, add: async () => undefined };
  const files = (mode: IDBTransactionMode) => database.transaction(FILES, mode).objectStore(FILES);
  return {
    find: (target, file) =>
      toPromise<string | undefined>(files('readonly').get(keyOf(target, file))).catch(() => undefined),
    add: async (target, file, artifact) => {
      await toPromise(files('readwrite').put(artifact, keyOf(target, file))).catch(() => undefined);
    },
  };
}

const FILES = 'files';

function keyOf(
  { namespace, auid, excludeStatusPattern }: ImportedFileTarget,
  file: ImportedFileEntry,
): IDBValidKey {
  return [namespace, auid, excludeStatusPattern, file.path, file.sizeBytes, file.changedMs];
}

function openFilesDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('holdfast-imports', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return toPromise(opening);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
