// The entries of a JAR or ZIP, and their bytes: bounded by what really comes out of it.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  type Entry as ZipEntry,
  type ZipFile,
} from 'yauzl';

export interface NamedEntry {
  readonly name: string;
  readonly entry: ZipEntry;
}

const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
const MAX_ENTRIES = 20_000;

/** `content`: its bytes, or the path of a file. The caller closes it. */
export function openArchive(content: string | Buffer): Promise<ZipFile> {
  return typeof content === 'string' ? openPromise(content, options) : fromBufferPromise(content, options);
}

/** Can be asked once. Throws Error with a plain sentence. */
export async function allEntries(zip: ZipFile, signal: AbortSignal): Promise<NamedEntry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
  const found: NamedEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    found.push({ name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false), entry });
  }
  return found;
}

/** Throws Error with a plain sentence. */
export async function bytesOf(zip: ZipFile, entry: ZipEntry, limitBytes: number): Promise<Buffer> {
  return await buffer(await opened(zip, entry, limitBytes));
}

/** In base64, by the names that Node has for hashes. Throws Error with a plain sentence. */
export async function digestsOf(
  zip: ZipFile,
  entry: ZipEntry,
  limitBytes: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map(names.map((name) => [name, createHash(name)]));
  for await (const piece of await opened(zip, entry, limitBytes)) {
    for (const hash of hashes.values()) hash.update(piece as Buffer);
  }
  return new Map([...hashes].map(([name, hash]) => [name, hash.digest('base64')]));
}

async function opened(zip: ZipFile, entry: ZipEntry, limitBytes: number) {
  if (!entry.canDecodeFileData()) throw new Error('it is encrypted, or compressed in an unusual way');
  if (entry.uncompressedSize > limitBytes) throw new Error(`it is longer than ${limitBytes} bytes`);
  // That it is no longer than it says is seen to while it is read.
  return await zip.openReadStreamPromise(entry);
}
