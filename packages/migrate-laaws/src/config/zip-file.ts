// Reads entries of a ZIP file by name, with a limit on the size of an entry.

import { SourceError } from '@holdfast/cli-kit';
import { type Entry, open, type ZipFile as YauzlFile } from 'yauzl';

export interface ZipEntryReader {
  readonly names: readonly string[];
  /**
   * Opens a stream of an entry's content. Returns undefined if the ZIP file has no such entry. Throws `SourceError`.
   */
  stream(name: string, mostBytes: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Reads an entry's content into memory. Returns undefined if the ZIP file has no such entry. Throws `SourceError`.
   */
  bytes(name: string, mostBytes: number): Promise<Buffer | undefined>;
  close(): void;
}

/** Maximum number of entries. A backup of 100,000 AUs has 300,000 entries. */
const MAX_ENTRIES = 1_000_000;

/** Opens a ZIP file. Throws `SourceError`. */
export async function openZip(file: string): Promise<ZipEntryReader> {
  const trouble = (error: unknown) => new SourceError(`${file} cannot be read: ${(error as Error).message}.`);
  const zip = await new Promise<YauzlFile>((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(trouble(error)) : resolve(opened),
    );
  });
  const entries = await readEntries(zip).catch((error: unknown) => {
    zip.close();
    throw trouble(error);
  });
  const stream: ZipEntryReader['stream'] = async (name, mostBytes) => {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.uncompressedSize > mostBytes) {
      throw new SourceError(`${file}: ${name} is longer than ${mostBytes} bytes.`);
    }
    return new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) =>
        error ? reject(trouble(error)) : resolve(withSourceErrors(opened, trouble)),
      );
    });
  };
  return {
    names: [...entries.keys()],
    stream,
    bytes: async (name, mostBytes) => {
      const bytes = await stream(name, mostBytes);
      if (bytes === undefined) return undefined;
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    close: () => zip.close(),
  };
}

function readEntries(zip: YauzlFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      found.set(entry.fileName, entry);
      if (found.size > MAX_ENTRIES) reject(new Error(`it has more than ${MAX_ENTRIES} entries`));
      else zip.readEntry();
    });
    zip.once('end', () => resolve(found));
    zip.on('error', reject);
    zip.readEntry();
  });
}

async function* withSourceErrors(
  bytes: AsyncIterable<Uint8Array>,
  trouble: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw trouble(error);
  }
}
