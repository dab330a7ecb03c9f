// Splits an AU into file parts to upload: the bytes of each file that have not been sent yet, and the AU's records in
// each temporary file.
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { SendTools, ShipmentPart, ShipmentResult } from '../transfer/send.ts';
import { isCommittedInSource } from './journal.ts';
import type { MigrationProgressFile, SentStoreFile } from './migration-progress.ts';
import { type FileRange, isGzipFile, type StoredRecord } from './records.ts';
import type { AuMigrationResult, StoreAu } from './store-au.ts';
import type { TemporaryRecord } from './temporary-artifacts.ts';

export interface FilePart {
  readonly part: ShipmentPart;
  readonly isGzip: boolean;
  /**
   * True if this part must be the last one of its upload, because its last record seems incomplete. The bytes of a
   * following part would be read as the rest of that record.
   */
  readonly isLast: boolean;
  /** Records of the part, if they are known before the upload. */
  readonly records: readonly StoredRecord[] | undefined;
  arrived(arrival: ShipmentResult): void;
}

/**
 * Returns the bytes of a file that no earlier run has sent, or undefined if there are none. Adds the results of earlier
 * runs to `found`. Throws read errors of the file.
 */
export function findUnsentPart(
  { spared }: Pick<SendTools, 'spared'>,
  ledger: MigrationProgressFile,
  au: StoreAu,
  file: string,
  found: AuMigrationResult,
): FilePart | undefined {
  const { size, mtimeMs: modifiedMs } = statSync(file);
  const known = ledger.find(au.namespace, file);
  found.fromLedger ||= known !== undefined;
  if (known?.modifiedMs === modifiedMs) {
    spared(size);
    applySentFile(au, known, found);
    return undefined;
  }
  // If the file has grown, sends only the appended bytes. If it was rewritten, sends the whole file.
  const before = known && known.doneBytes < size ? known : undefined;
  const start = before?.doneBytes ?? 0;
  spared(start);
  const done = (arrival: ShipmentResult | undefined) => {
    const entries = [before?.entries, arrival?.artifacts.bytes].filter((some) => some !== undefined);
    const problems = (before?.problems ?? []).filter(({ offset = 0 }) => offset < start);
    const now: SentStoreFile = {
      ...{ file, modifiedMs, doneBytes: arrival?.brokenAt ?? size },
      problems: [...problems, ...(arrival?.problems ?? [])],
      entries: Buffer.concat(entries),
    };
    ledger.add(au.namespace, now);
    applySentFile(au, now, found);
  };
  if (start === size) return void done(undefined);
  const range = { start, end: size };
  const compressed = isGzipFile(file);
  return {
    part: { where: file, start, sizeBytes: size - start, bytes: () => readBytes(file, range) },
    isGzip: compressed,
    isLast: !compressed && !endsWithRecord(file, range),
    records: undefined,
    arrived(arrival) {
      addCounts(found, arrival);
      done(arrival);
    },
  };
}

function applySentFile(
  { states }: StoreAu,
  { problems, entries }: SentStoreFile,
  found: AuMigrationResult,
): void {
  found.problems.push(...problems);
  found.artifacts.addAll(entries, (uuid) => isCommittedInSource(states, uuid, true));
}

function addCounts(found: AuMigrationResult, { stored, found: there, uncommitted }: ShipmentResult): void {
  found.stored += stored;
  found.found += there;
  found.uncommittedHere.push(...uncommitted);
}

const RECORD_END = Buffer.from('\r\n\r\n');

/** Returns one part for each temporary file that contains records of the AU. */
export function listTemporaryParts(
  au: StoreAu,
  temporary: readonly TemporaryRecord[],
  found: AuMigrationResult,
): FilePart[] {
  const stateOf = (uuid: string) => isCommittedInSource(au.states, uuid, false);
  const wanted = temporary.filter(({ record }) => stateOf(record.uuid!) !== undefined);
  return [...new Set(wanted.map(({ file }) => file))].map((file) => {
    const records = wanted.filter((one) => one.file === file).map(({ record }) => record);
    const compressed = isGzipFile(file);
    const ending = compressed ? undefined : RECORD_END;
    const recordBytes = records.reduce((sum, { length }) => sum + length + (ending?.length ?? 0), 0);
    return {
      part: {
        where: file,
        start: 0,
        sizeBytes: recordBytes,
        bytes: () => extractRecords(file, records, ending),
      },
      ...{ isGzip: compressed, isLast: false, records },
      arrived(arrival) {
        addCounts(found, arrival);
        // Omits the offsets, because they refer to the extracted bytes instead of the file.
        found.problems.push(...arrival.problems.map(({ offset: _, ...problem }) => problem));
        found.artifacts.addAll(arrival.artifacts.bytes, stateOf);
      },
    };
  });
}

const READ_BYTES = 1024 * 1024;

function readBytes(file: string, { start, end }: FileRange): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: READ_BYTES, start, end: end - 1 });
}

async function* extractRecords(
  file: string,
  records: readonly StoredRecord[],
  ending: Buffer | undefined,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    for (const { offset, length } of records) {
      for (let at = 0; at < length; ) {
        const chunk = Buffer.allocUnsafe(Math.min(length - at, READ_BYTES));
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset + at);
        if (bytesRead === 0) throw new Error(`${file} was truncated while it was read`);
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
      }
      if (ending) yield ending;
    }
  } finally {
    await handle.close();
  }
}

function endsWithRecord(file: string, { start, end }: FileRange): boolean {
  if (end - start < RECORD_END.length) return false;
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(RECORD_END.length);
    readSync(descriptor, bytes, 0, bytes.length, end - bytes.length);
    return bytes.equals(RECORD_END);
  } finally {
    closeSync(descriptor);
  }
}
