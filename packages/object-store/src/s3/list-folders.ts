// Lists keys in byte order on a server that lists in folder order. Such a server returns `a/b` before `a-`, and a
// listing that starts after `a` skips the whole folder `a`. Therefore lists folder by folder, sorted by folder name
// including the `/`. A folder whose listing fits into one response takes one request.
import { compareObjectKeys } from '../port/key.ts';
import type { ObjectInfo } from '../port/port.ts';
import type { S3Connection } from './connection.ts';
import { listPages } from './list-pages.ts';

interface Range {
  readonly prefix: string;
  /** Starts with the prefix, or is empty. */
  readonly after: string;
}

/** Yields all objects after `after`, in order. Requests the next page only when the caller has consumed the objects. */
export async function* listFolders(connection: S3Connection, range: Range): AsyncGenerator<ObjectInfo> {
  const small = await allAtOnce(connection, range);
  if (small) yield* small;
  else yield* entriesIn(connection, range);
}

/** Lists all objects in one request. Returns undefined if they do not fit into one response. */
async function allAtOnce(
  connection: S3Connection,
  { prefix, after }: Range,
): Promise<ObjectInfo[] | undefined> {
  for await (const { objects, isLast } of listPages(connection, { prefix })) {
    if (!isLast) break;
    return objects.filter(({ key }) => isBehind(key, after)).sort((a, b) => compareObjectKeys(a.key, b.key));
  }
  return undefined;
}

async function* entriesIn(connection: S3Connection, range: Range): AsyncGenerator<ObjectInfo> {
  const { prefix, after } = range;
  /**
   * Folders whose content must be listed later, because entries that sort before the folder name plus `/` may follow.
   */
  let held: string[] = [];
  for await (const entry of entriesByName(connection, { prefix, startAfter: seek(range) })) {
    for (const folder of held.filter((one) => isBehind(entry.key, one)))
      yield* listFolders(connection, within(folder, after));
    held = held.filter((one) => !isBehind(entry.key, one));
    if (entry.info === undefined) {
      if (mayHoldBehind(entry.key, after)) held = [...held, entry.key].sort(compareObjectKeys);
    } else if (isBehind(entry.key, after)) yield entry.info;
  }
  for (const folder of held) yield* listFolders(connection, within(folder, after));
}

interface NamedEntry {
  /** Key of the entry. Ends with `/` for a folder. */
  readonly key: string;
  /** Undefined if the entry is a folder. */
  readonly info: ObjectInfo | undefined;
}

/** Yields the entries sorted by name, without the `/` of folders. */
async function* entriesByName(
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
 * Returns a start position with which no entry beyond `after` is skipped. One such entry is the entry at this level on
 * the path to `after`. A folder whose name is a prefix of that entry's name may come even earlier, if the next
 * character of the name sorts before `/`.
 */
function seek({ prefix, after }: Range): string {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const [name = ''] = after.slice(folder.length).split('/', 1);
  const characters = [...name];
  const early = characters.findIndex((character) => character < '/');
  const beginning = early < 0 ? characters : characters.slice(0, early);
  const before = folder + beginning.slice(0, -1).join('');
  return before.length > prefix.length && before.startsWith(prefix) ? before : '';
}

function within(folder: string, after: string): Range {
  return { prefix: folder, after: after.startsWith(folder) ? after : '' };
}

function mayHoldBehind(folder: string, after: string): boolean {
  return after.startsWith(folder) || isBehind(folder, after);
}

function isBehind(key: string, other: string): boolean {
  return compareObjectKeys(key, other) > 0;
}
