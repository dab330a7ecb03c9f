// Object list of a backup: gzipped JSON lines.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import { DamagedBackupError } from './errors.ts';
import type { StoredPart } from './manifest.ts';
import { type StreamDigest, storeStream } from './transfer.ts';

export interface ListedObject {
  /** Key of the object in the node's store. */
  readonly key: string;
  readonly sizeBytes: number;
  /** SHA-256 of the copied bytes. Undefined if the object was missing. */
  readonly sha256?: string;
  /** Reason why the object is missing or damaged in the backup. */
  readonly fault?: string;
}

export async function writeObjectList(
  store: ObjectStore,
  key: string,
  objects: readonly ListedObject[],
): Promise<StreamDigest> {
  const lines = Readable.from(formatObjectLines(objects), { objectMode: false });
  return storeStream(store, key, lines.pipe(createGzip()));
}

/** Reads the object list. Throws DamagedBackupError if the list does not match its digest. */
export async function readObjectList(
  store: ObjectStore,
  { key, sha256 }: Pick<StoredPart, 'key' | 'sha256'>,
): Promise<ListedObject[]> {
  const damaged = (reason: string, actual?: string) =>
    new DamagedBackupError([{ key, reason, ...(actual !== undefined && { expected: sha256, actual }) }]);
  const source = await store.read(key).catch((error: Error) => {
    throw error.name === 'NoSuchObjectError' ? damaged('is missing') : error;
  });
  const hash = createHash('sha256');
  const plain = createGunzip();
  source.on('data', (chunk: Buffer) => hash.update(chunk));
  source.once('error', (error) => plain.destroy(error));
  source.pipe(plain);
  const objects: ListedObject[] = [];
  try {
    for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) {
      objects.push(JSON.parse(line) as ListedObject);
    }
  } catch (error) {
    source.destroy();
    throw isDamage(error) ? damaged(`cannot be read (${(error as Error).message})`) : error;
  }
  const actual = hash.digest('hex');
  if (actual !== sha256) throw damaged('does not match its digest', actual);
  return objects;
}

function isDamage(error: unknown): boolean {
  return error instanceof SyntaxError || ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
}

function* formatObjectLines(objects: readonly ListedObject[]): Generator<string> {
  for (const object of objects) yield `${JSON.stringify(object)}\n`;
}
