// Reads the entries of a JAR or ZIP file. Limits apply to the bytes that are actually decompressed.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  type Entry as ZipEntry,
  type ZipFile,
} from 'yauzl';

export interface NamedZipEntry {
  readonly name: string;
  readonly entry: ZipEntry;
}

const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
const MAX_ENTRIES = 20_000;

/** Opens an archive from its bytes or a file path. The caller must close the archive. */
export function openArchive(content: string | Buffer): Promise<ZipFile> {
  return typeof content === 'string' ? openPromise(content, options) : fromBufferPromise(content, options);
}

/** Lists the entries. Call only once per archive. Throws an Error with a message for the user. */
export async function listArchiveEntries(zip: ZipFile, signal: AbortSignal): Promise<NamedZipEntry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
  const found: NamedZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    found.push({ name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false), entry });
  }
  return found;
}

/** Reads an entry. Throws an Error with a message for the user. */
export async function readEntryBytes(zip: ZipFile, entry: ZipEntry, limitBytes: number): Promise<Buffer> {
  return await buffer(await openEntry(zip, entry, limitBytes));
}

/** Returns base64 digests, keyed by Node's hash names. Throws an Error with a message for the user. */
export async function computeEntryDigests(
  zip: ZipFile,
  entry: ZipEntry,
  limitBytes: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map(names.map((name) => [name, createHash(name)]));
  for await (const piece of await openEntry(zip, entry, limitBytes)) {
    for (const hash of hashes.values()) hash.update(piece as Buffer);
  }
  return new Map([...hashes].map(([name, hash]) => [name, hash.digest('base64')]));
}

async function openEntry(zip: ZipFile, entry: ZipEntry, limitBytes: number) {
  if (!entry.canDecodeFileData()) throw new Error('it is encrypted, or compressed in an unusual way');
  if (entry.uncompressedSize > limitBytes) throw new Error(`it is longer than ${limitBytes} bytes`);
  // yauzl enforces the declared length while decompressing the entry.
  return await zip.openReadStreamPromise(entry);
}
