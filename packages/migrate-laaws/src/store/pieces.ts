// What of an AU is to be sent, piece by piece: of each file what is new of it, and what of temporary files belongs to the AU.
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Arrival, Part, SendTools } from '../transfer/send.ts';
import { stateThere } from './journal.ts';
import type { DoneFile, Ledger } from './ledger.ts';
import { isGzip, type Range, type StoredRecord } from './records.ts';
import type { FoundAu, StoreAu } from './store-au.ts';
import type { TemporaryRecord } from './temporary.ts';

export interface Piece {
  readonly part: Part;
  readonly isGzip: boolean;
  /** Nothing can be sent behind it: it seems to end inside of a record, which would take what follows for its own. */
  readonly isLast: boolean;
  /** What it holds, where that is known before it is sent. */
  readonly records: readonly StoredRecord[] | undefined;
  arrived(arrival: Arrival): void;
}

/**
 * What is new of a file since it was sent before; undefined where nothing is, and then what was is taken for what is there.
 * Throws what reading the file throws.
 */
export function newOf(
  { spared }: Pick<SendTools, 'spared'>,
  ledger: Ledger,
  au: StoreAu,
  file: string,
  found: FoundAu,
): Piece | undefined {
  const { size, mtimeMs: modifiedMs } = statSync(file);
  const known = ledger.find(au.namespace, file);
  found.fromLedger ||= known !== undefined;
  if (known?.modifiedMs === modifiedMs) {
    spared(size);
    takeDone(au, known, found);
    return undefined;
  }
  // What was appended; a file that was written anew is sent from its beginning.
  const before = known && known.doneBytes < size ? known : undefined;
  const start = before?.doneBytes ?? 0;
  spared(start);
  const done = (arrival: Arrival | undefined) => {
    const entries = [before?.entries, arrival?.artifacts.bytes].filter((some) => some !== undefined);
    const problems = (before?.problems ?? []).filter(({ offset = 0 }) => offset < start);
    const now: DoneFile = {
      ...{ file, modifiedMs, doneBytes: arrival?.brokenAt ?? size },
      problems: [...problems, ...(arrival?.problems ?? [])],
      entries: Buffer.concat(entries),
    };
    ledger.add(au.namespace, now);
    takeDone(au, now, found);
  };
  if (start === size) return void done(undefined);
  const range = { start, end: size };
  const compressed = isGzip(file);
  return {
    part: { where: file, start, sizeBytes: size - start, bytes: () => bytesOf(file, range) },
    isGzip: compressed,
    isLast: !compressed && !endsWhole(file, range),
    records: undefined,
    arrived(arrival) {
      count(found, arrival);
      done(arrival);
    },
  };
}

function takeDone({ states }: StoreAu, { problems, entries }: DoneFile, found: FoundAu): void {
  found.problems.push(...problems);
  found.artifacts.addAll(entries, (uuid) => stateThere(states, uuid, true));
}

function count(found: FoundAu, { stored, found: there, uncommitted }: Arrival): void {
  found.stored += stored;
  found.found += there;
  found.uncommittedHere.push(...uncommitted);
}

const RECORD_END = Buffer.from('\r\n\r\n');

/** What of temporary files is wanted, a piece for each file. */
export function temporaryPieces(au: StoreAu, temporary: readonly TemporaryRecord[], found: FoundAu): Piece[] {
  const stateOf = (uuid: string) => stateThere(au.states, uuid, false);
  const wanted = temporary.filter(({ record }) => stateOf(record.uuid!) !== undefined);
  return [...new Set(wanted.map(({ file }) => file))].map((file) => {
    const records = wanted.filter((one) => one.file === file).map(({ record }) => record);
    const compressed = isGzip(file);
    const ending = compressed ? undefined : RECORD_END;
    const recordBytes = records.reduce((sum, { length }) => sum + length + (ending?.length ?? 0), 0);
    return {
      part: { where: file, start: 0, sizeBytes: recordBytes, bytes: () => cutOut(file, records, ending) },
      ...{ isGzip: compressed, isLast: false, records },
      arrived(arrival) {
        count(found, arrival);
        // Offsets are those of what was cut out, and say nothing.
        found.problems.push(...arrival.problems.map(({ offset: _, ...problem }) => problem));
        found.artifacts.addAll(arrival.artifacts.bytes, stateOf);
      },
    };
  });
}

const READ_BYTES = 1024 * 1024;

function bytesOf(file: string, { start, end }: Range): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: READ_BYTES, start, end: end - 1 });
}

async function* cutOut(
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
        if (bytesRead === 0) throw new Error(`${file} became shorter while it was read`);
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
      }
      if (ending) yield ending;
    }
  } finally {
    await handle.close();
  }
}

function endsWhole(file: string, { start, end }: Range): boolean {
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
