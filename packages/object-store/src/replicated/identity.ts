// Identity of a store: a UUID that is stored both in a marker object and in the catalogue. The identity distinguishes
// an emptied store, an unmounted store, and a different store at the same location.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 as crc32Of } from 'node:zlib';
import { NoSuchObjectError, ObjectExistsError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectStore } from '../port/port.ts';
import type { FolderLocation } from './catalogue.ts';

/** Prefix of a store's internal objects. Listings of a replicated store omit them. */
export const STORE_OWN_PREFIX = 'holdfast/';
const MARKER_KEY = `${STORE_OWN_PREFIX}store.json`;
/** Time limit for reading the marker, so that a lost response does not delay the next probe. */
const MARKER_TIMEOUT_MS = 2_000;
const PROBE_PREFIX = `${STORE_OWN_PREFIX}probe-`;
/** Marker file of every fs store (fs/root.ts). */
const FOLDER_MARK = 'holdfast-objects.json';

/** Returns whether the key belongs to an internal object of the store, such as the marker. */
export function isStoreOwnKey(key: string): boolean {
  return key.startsWith(STORE_OWN_PREFIX);
}

/** Thrown if the marker is damaged. */
export class DamagedMarkerError extends ObjectStoreUnavailableError {
  constructor() {
    super('its marker object is damaged');
  }
}

/** Returns the UUID of the store. Returns undefined if there is no marker. */
export async function readMarker(store: ObjectStore): Promise<string | undefined> {
  try {
    const text = (
      await buffer(await store.read(MARKER_KEY, { signal: AbortSignal.timeout(MARKER_TIMEOUT_MS) }))
    ).toString();
    const { id, crc32 } = JSON.parse(text) as { id?: unknown; crc32?: unknown };
    // Detects flipped bits. Otherwise, a damaged marker could look like the marker of a different store.
    if (typeof id === 'string' && crc32 === crc32Of(id)) return id;
  } catch (error) {
    if (error instanceof NoSuchObjectError) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedMarkerError();
}

/**
 * Writes the marker. Resolves to the UUID in the marker: `id`, or the UUID that another process wrote at the same time.
 */
export async function writeMarker(store: ObjectStore, id: string): Promise<string> {
  try {
    await store.put(MARKER_KEY, formatMarker(id));
    return id;
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
    return (await readMarker(store)) ?? id;
  }
}

/** Replaces a damaged marker. */
export async function replaceMarker(store: ObjectStore, id: string): Promise<void> {
  const writer = store.create(MARKER_KEY, { replace: true });
  try {
    await writer.write(formatMarker(id));
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function formatMarker(id: string): Buffer {
  return Buffer.from(`${JSON.stringify({ format: 1, id, crc32: crc32Of(id) })}\n`);
}

/** Writes and removes a small object. */
export async function probeWriting(store: ObjectStore): Promise<void> {
  const key = `${PROBE_PREFIX}${randomUUID()}.bin`;
  await store.put(key, Buffer.alloc(4096));
  await store.delete(key);
}

/** Returns whether the folder contains an fs store's marker file. */
export async function isMarkedFolder(folder: string): Promise<boolean> {
  return (await statOrMissing(join(folder, FOLDER_MARK))) !== undefined;
}

/** Returns the location of the folder. Returns undefined if the folder does not exist. */
export async function readFolderLocation(folder: string): Promise<FolderLocation | undefined> {
  const [own, parent] = await Promise.all([statOrMissing(folder), statOrMissing(dirname(folder))]);
  if (!own || !parent) return undefined;
  const [device, parentDevice, parentInode] = [own.dev, parent.dev, parent.ino].map(String) as [
    string,
    string,
    string,
  ];
  return { device, parentDevice, parentInode };
}

/**
 * Returns whether both locations are the same folder. If the marker is missing and the folder is the same, the store
 * was emptied. If the folder is a different one, the file system of the store is not mounted.
 */
export function isSameFolder(before: FolderLocation | undefined, now: FolderLocation | undefined): boolean {
  return (
    before !== undefined &&
    now !== undefined &&
    before.device === now.device &&
    before.parentDevice === now.parentDevice &&
    before.parentInode === now.parentInode
  );
}

async function statOrMissing(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ObjectStoreUnavailableError('looking at its folder', error);
  }
}
