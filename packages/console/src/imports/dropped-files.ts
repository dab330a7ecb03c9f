// The files that were dropped or chosen, folders of any depth among them, found a batch at a time so that tens of
// thousands never stop the page.

export interface FoundFile {
  /** Relative, as it was named: `crawl/2014/a.warc.gz`. */
  readonly path: string;
  /** Found in a folder: only then its name decides whether it is taken. */
  readonly isInFolder: boolean;
  readonly file: File;
  /** It stays as it was when it was found: browsers look up what was chosen on the disk each time they are asked. */
  readonly sizeBytes: number;
}

/** Names of archives; what such a file is in truth the service finds by its bytes. */
const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/i;

/** Of folders only archives by their names are taken, as `holdfast import` does; what is named itself always is. */
export function isTaken({ path, isInFolder }: Pick<FoundFile, 'path' | 'isInFolder'>): boolean {
  return !isInFolder || ARCHIVE_NAME.test(path);
}

/** Gives what an input has, with `webkitdirectory` or without, in batches, none empty, with time for the page between them. */
export async function* chosenFiles(files: readonly File[]): AsyncGenerator<FoundFile[]> {
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

/** Each takes a look at the disk, which nothing else of the page can go on beside. */
const CHOSEN_BATCH = 50;

/** To be called while the drop is handled: what was dropped is gone afterwards. */
export function entriesOf(items: Iterable<DataTransferItem>): FileSystemEntry[] {
  return Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
}

/** Batches, none empty; those of folders sorted by name. What cannot be read is passed over and told to `onUnreadable`. */
export async function* droppedFiles(
  entries: readonly FileSystemEntry[],
  onUnreadable: (path: string) => void,
): AsyncGenerator<FoundFile[]> {
  const waiting = entries.map((entry) => ({ entry, isInFolder: false }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { entry, isInFolder } = next;
    const path = entry.fullPath.replace(/^\//, '');
    try {
      if (isFile(entry)) {
        yield [await found(entry, isInFolder)];
        continue;
      }
      const inside = await entriesIn(entry as FileSystemDirectoryEntry);
      const files = inside.filter(isFile);
      const folders = inside.filter((each) => !each.isFile);
      waiting.unshift(...folders.map((folder) => ({ entry: folder, isInFolder: true })));
      for (let start = 0; start < files.length; start += BATCH)
        yield await Promise.all(files.slice(start, start + BATCH).map((each) => found(each, true)));
    } catch {
      onUnreadable(path);
    }
  }
}

const BATCH = 200;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function found(entry: FileSystemFileEntry, isInFolder: boolean): Promise<FoundFile> {
  const file = await fileOf(entry);
  return { path: entry.fullPath.replace(/^\//, ''), isInFolder, file, sizeBytes: file.size };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives a hundred at a time, and nothing at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
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
