// Returns one page of a listing, with as many requests as necessary.
import { compareObjectKeys } from '../port/key.ts';
import type { ObjectInfo } from '../port/port.ts';
import type { S3Connection } from './connection.ts';
import { listFolders } from './list-folders.ts';
import { listPages } from './list-pages.ts';

interface ListingRequest {
  readonly prefix: string;
  readonly after: string;
  readonly limit: number;
}

export async function listObjects(connection: S3Connection, wanted: ListingRequest): Promise<ObjectInfo[]> {
  const { prefix, limit } = wanted;
  const after = clampStartToPrefix(wanted);
  if (after === undefined || limit <= 0) return [];
  const found: ObjectInfo[] = [];
  const full = { prefix: connection.prefix + prefix, after: after === '' ? '' : connection.prefix + after };
  // Assumes byte order if the test fails. If the server is unreachable, the listing fails as well.
  const inOrder = await connection.traits.listsInOrder().catch(() => true);
  const objects = inOrder ? listInServerOrder(connection, full, limit) : listFolders(connection, full);
  for await (const object of objects) {
    found.push({ ...object, key: object.key.slice(connection.prefix.length) });
    if (found.length === limit) break;
  }
  return found;
}

/**
 * Returns the start position, or undefined if no key with the prefix follows it. Returns an empty position for a start
 * before the prefix, because some servers return nothing for a start outside the prefix.
 */
function clampStartToPrefix({ prefix, after }: ListingRequest): string | undefined {
  if (after.startsWith(prefix)) return after;
  return compareObjectKeys(after, prefix) < 0 ? '' : undefined;
}

async function* listInServerOrder(
  connection: S3Connection,
  { prefix, after }: { prefix: string; after: string },
  limit: number,
): AsyncGenerator<ObjectInfo> {
  for await (const { objects } of listPages(connection, { prefix, startAfter: after, limit })) yield* objects;
}
