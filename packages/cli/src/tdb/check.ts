// Checks the files of a title database, and finds duplicate AUs within and across files.
import { createReadStream } from 'node:fs';
import { BadConfigurationError } from '@holdfast/config-format';
import {
  computeAuIdentity,
  readTitles,
  type TdbEntry,
  type TdbWarning,
  type TitleFormat,
} from '@holdfast/tdb';

export interface TitleSource {
  /** File name in warnings. */
  readonly name: string;
  readonly format: TitleFormat;
  open(): AsyncIterable<Uint8Array>;
}

export interface TitleTally {
  files: number;
  aus: number;
  warnings: number;
  readonly publishers: Set<string>;
  readonly titles: Set<string>;
  /** Location of the first occurrence of each AU, by AU identity. */
  readonly identities: Map<string, { readonly source: string; readonly line: number }>;
}

export function createTitleTally(): TitleTally {
  return { files: 0, aus: 0, warnings: 0, publishers: new Set(), titles: new Set(), identities: new Map() };
}

export interface CheckObserver {
  /** Prints warnings. Resolves when the output accepts more data. */
  warnings(warnings: readonly TdbWarning[]): Promise<void>;
  bytes(count: number): void;
  aus(count: number): void;
}

/** Checks one file and adds its titles to the tally. Rejects with errors of reading the file. */
export async function checkTitleFile(
  tally: TitleTally,
  file: TitleSource,
  watcher: CheckObserver,
  signal: AbortSignal,
): Promise<void> {
  const { name: source, format } = file;
  tally.files += 1;
  const warn = async (warnings: readonly TdbWarning[]) => {
    if (warnings.length === 0) return;
    tally.warnings += warnings.length;
    await watcher.warnings(warnings);
  };
  try {
    const bytes = observeBytes(file.open(), watcher);
    for await (const { entries, warnings } of readTitles(bytes, { format, source, signal })) {
      await warn(mergeByLine(warnings, findDuplicates(tally, source, entries)));
      tally.aus += entries.length;
      watcher.aus(entries.length);
    }
  } catch (error) {
    if (!(error instanceof BadConfigurationError)) throw error;
    const { line, column, message } = error;
    await warn([{ source, line, column, message: `${message}; the whole file is ignored` }]);
  }
}

export function openTitleFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

async function* observeBytes(
  bytes: AsyncIterable<Uint8Array>,
  watcher: CheckObserver,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    watcher.bytes(chunk.length);
    yield chunk;
  }
}

function findDuplicates(tally: TitleTally, source: string, entries: readonly TdbEntry[]): TdbWarning[] {
  const { publishers, titles, identities } = tally;
  const found: TdbWarning[] = [];
  for (const entry of entries) {
    const { name, line, column, publisher, title } = entry;
    publishers.add(publisher);
    titles.add(JSON.stringify([publisher, title]));
    const identity = computeAuIdentity(entry);
    const first = identities.get(identity);
    if (first === undefined) identities.set(identity, { source, line });
    else
      found.push({
        source,
        line,
        ...(column !== undefined && { column }),
        message: `the AU "${name}" has the same plugin and parameters as the AU at ${first.source}:${first.line}`,
      });
  }
  return found;
}

function mergeByLine(some: readonly TdbWarning[], more: readonly TdbWarning[]): readonly TdbWarning[] {
  return more.length === 0 ? some : [...some, ...more].sort((a, b) => a.line - b.line);
}
