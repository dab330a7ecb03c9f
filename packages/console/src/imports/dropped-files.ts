// Lists dropped or chosen files, including files in nested folders. Works in batches, so that tens of thousands of
// files do not block the page.

export interface ImportableFile {
  /** Relative path, for example `crawl/2014/a.warc.gz`. */
  readonly path: string;
  /**
   * Whether the file was found in a folder. Such a file is imported only if its name has the extension of an archive.
   */
  readonly isInFolder: boolean;
  readonly file: File;
  /** File size, cached because browsers read it from disk on each access. */
  readonly sizeBytes: number;
}

/** Matches the names of archives. The service detects the actual format from the content. */
const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/i;

/**
 * Returns whether a file is imported. Files in folders are filtered by name, as in `holdfast import`. A file that the
 * user chose directly is always imported.
 */
export function isImportable({ path, isInFolder }: Pick<ImportableFile, 'path' | 'isInFolder'>): boolean {
  return !isInFolder || ARCHIVE_NAME.test(path);
}

/** Yields the files of a file input in non-empty batches. The page handles events between the batches. */
export async function* listChosenFiles(files: readonly File[]): AsyncGenerator<ImportableFile[]> {
  for (let start = 0; start < files.length; start += CHOSEN_BATCH) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    yield files.slice(start, start + CHOSEN_BATCH).map((file) => ({
      path: file.webkitRelativePath || file.name,
      isInFolder: Boolean(file.webkitRelativePath),
      file,
      sizeBytes: file.size,
    }));
  }
}

/** Number of files per batch. Small, because reading a file's size accesses the disk and blocks the page. */
const CHOSEN_BATCH = 50;

/**
 * Returns the dropped files and folders. Call this inside the drop event handler, because browsers clear the items
 * afterwards.
 */
export function getDroppedEntries(items: Iterable<DataTransferItem>): FileSystemEntry[] {
  return Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

/**
 * Yields the dropped files in non-empty batches, sorted by name within each folder. Skips unreadable files and reports
 * them to `onUnreadable`.
 */
export async function* findDroppedFiles(
  entries: readonly FileSystemEntry[],
  onUnreadable: (path: string) => void,
): AsyncGenerator<ImportableFile[]> {
  const waiting = entries.map((entry) => ({ entry, isInFolder: false }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { entry, isInFolder } = next;
    const path = entry.fullPath.replace(/^\//, '');
    try {
      if (isFile(entry)) {
        yield [await toImportableFile(entry, isInFolder)];
        continue;
      }
      const inside = await listFolderEntries(entry as FileSystemDirectoryEntry);
      const files = inside.filter(isFile);
      const folders = inside.filter((each) => !each.isFile);
      waiting.unshift(...folders.map((folder) => ({ entry: folder, isInFolder: true })));
      for (let start = 0; start < files.length; start += BATCH)
        yield await Promise.all(
          files.slice(start, start + BATCH).map((each) => toImportableFile(each, true)),
        );
    } catch {
      onUnreadable(path);
    }
  }
}

const BATCH = 200;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function toImportableFile(entry: FileSystemFileEntry, isInFolder: boolean): Promise<ImportableFile> {
  const file = await openEntryFile(entry);
  return { path: entry.fullPath.replace(/^\//, ''), isInFolder, file, sizeBytes: file.size };
}

const openEntryFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Calls `readEntries` repeatedly: each call returns up to 100 entries, and an empty list at the end. */
async function listFolderEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) break;
    entries.push(...more);
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
