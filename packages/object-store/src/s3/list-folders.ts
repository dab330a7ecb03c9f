// Lists keys in byte order on a server that lists in folder order. Such a server returns `a/b` before `a-`, and a
// listing that starts after `a` skips the whole folder `a`. This module lists one folder at a time, and sorts folders
// by their name including the `/`. A folder whose listing fits into one response takes one request.
import { compareObjectKeys } from '../port/key.ts';
import type { ObjectInfo } from '../port/port.ts';
import type { S3Connection } from './connection.ts';
import { listPages } from './list-pages.ts';

interface FolderRange {
  readonly prefix: string;
  /** Starts with the prefix, or is empty. */
  readonly after: string;
}

/** Yields all objects after `after`, in order. Requests the next page only when the caller has consumed the objects. */
export async function* listFolders(connection: S3Connection, range: FolderRange): AsyncGenerator<ObjectInfo> {
  const small = await listInOneRequest(connection, range);
  if (small) yield* small;
  else yield* walkFolders(connection, range);
}

/** Lists all objects in one request. Returns undefined if they do not fit into one response. */
async function listInOneRequest(
  connection: S3Connection,
  { prefix, after }: FolderRange,
): Promise<ObjectInfo[] | undefined> {
  for await (const { objects, isLast } of listPages(connection, { prefix })) {
    if (!isLast) break;
    return objects.filter(({ key }) => isAfter(key, after)).sort((a, b) => compareObjectKeys(a.key, b.key));
  }
  return undefined;
}

async function* walkFolders(connection: S3Connection, range: FolderRange): AsyncGenerator<ObjectInfo> {
  const { prefix, after } = range;
  /**
   * Folders whose content must be listed later, because entries that sort before the folder name plus `/` may follow.
   */
  let held: string[] = [];
  for await (const entry of listEntriesByName(connection, {
    prefix,
    startAfter: computeStartPosition(range),
  })) {
    for (const folder of held.filter((one) => isAfter(entry.key, one)))
      yield* listFolders(connection, toSubfolderRange(folder, after));
    held = held.filter((one) => !isAfter(entry.key, one));
    if (entry.info === undefined) {
      if (mayContainKeysAfter(entry.key, after)) held = [...held, entry.key].sort(compareObjectKeys);
    } else if (isAfter(entry.key, after)) yield entry.info;
  }
  for (const folder of held) yield* listFolders(connection, toSubfolderRange(folder, after));
}

interface NamedEntry {
  /** Key of the entry. Ends with `/` for a folder. */
  readonly key: string;
  /** Undefined if the entry is a folder. */
  readonly info: ObjectInfo | undefined;
}

/** Yields the entries sorted by name, without the `/` of folders. */
async function* listEntriesByName(
  connection: S3Connection,
  asked: { prefix: string; startAfter: string },
): AsyncGenerator<NamedEntry> {
  for await (const { objects, folders } of listPages(connection, { ...asked, delimiter: '/' })) {
    const entries: NamedEntry[] = [
      ...objects.map((info) => ({ key: info.key, info })),
      ...folders.map((key) => ({ key, info: undefined })),
    ];
    yield* entries.sort((a, b) => compareObjectKeys(nameOf(a), nameOf(b)));
  }
}

function nameOf({ key, info }: NamedEntry): string {
  return info ? key : key.slice(0, -1);
}

/**
 * Returns a start position that skips no entry after `after`. It must not skip the entry on the path to `after`, nor a
 * folder whose name is a prefix of the name of that entry. Such a folder comes first if the next character of the
 * longer name sorts before `/`.
 */
function computeStartPosition({ prefix, after }: FolderRange): string {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const [name = ''] = after.slice(folder.length).split('/', 1);
  const characters = [...name];
  const early = characters.findIndex((character) => character < '/');
  const beginning = early < 0 ? characters : characters.slice(0, early);
  const before = folder + beginning.slice(0, -1).join('');
  return before.length > prefix.length && before.startsWith(prefix) ? before : '';
}

function toSubfolderRange(folder: string, after: string): FolderRange {
  return { prefix: folder, after: after.startsWith(folder) ? after : '' };
}

function mayContainKeysAfter(folder: string, after: string): boolean {
  return after.startsWith(folder) || isAfter(folder, after);
}

function isAfter(key: string, other: string): boolean {
  return compareObjectKeys(key, other) > 0;
}
