// Test helpers that read a whole text and collect its entries.
import { formatWarning, parseTdb, type TdbBatch, type TdbEntry } from '../src/index.ts';

export interface ReadEntries {
  readonly entries: TdbEntry[];
  readonly warnings: string[];
}

export async function collectEntries(...readings: AsyncIterable<TdbBatch>[]): Promise<ReadEntries> {
  const all: ReadEntries = { entries: [], warnings: [] };
  for (const reading of readings) {
    for await (const { entries, warnings } of reading) {
      for (const entry of entries) all.entries.push(entry);
      for (const warning of warnings) all.warnings.push(formatWarning(warning));
    }
  }
  return all;
}

/** Reads the text in chunks of `chunkBytes`. */
export function readTitleText(text: string | Buffer, chunkBytes = 1_000): Promise<ReadEntries> {
  return collectEntries(parseTdb(chunks(Buffer.from(text), chunkBytes), { source: 'x' }));
}

function* chunks(bytes: Buffer, chunkBytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
