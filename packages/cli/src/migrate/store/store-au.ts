// One AU of a reference store: what of it is to be taken over, by its state journal and its records, file by file.
import { createReadStream, statSync } from 'node:fs';
import { failureWords } from '@holdfast/client';
import { RefusalError } from '../../service/service.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { Census } from '../shared/census.ts';
import type { Problem } from '../shared/report.ts';
import { type Arrival, type SendTools, send } from '../shared/send.ts';
import type { AuStates } from './journal.ts';
import type { DoneFile, Ledger } from './ledger.ts';
import { isGzip, recordsOf, type StoredRecord } from './records.ts';
import type { TemporaryRecord } from './temporary.ts';

export interface StoreAu {
  readonly namespace: string;
  readonly auid: string;
  /** WARC files of committed artifacts. */
  readonly files: readonly string[];
  readonly temporary: readonly TemporaryRecord[];
  readonly states: AuStates;
}

/** What was found of an AU there. */
export interface FoundAu {
  readonly artifacts: Census;
  stored: number;
  found: number;
  readonly problems: Problem[];
  /** Uuids of committed artifacts that are uncommitted here. */
  readonly uncommittedHere: string[];
  /** Something was taken for done that an earlier run did. */
  fromLedger: boolean;
}

/** A form has room for so many. */
const MOST_UUIDS = 100_000;

export async function sendAu(tools: SendTools, ledger: Ledger, au: StoreAu): Promise<FoundAu> {
  const found = nothingFound();
  const isCopied = ({ record }: TemporaryRecord) => au.states.last.get(record.uuid!) === 'COPIED';
  await Promise.all([
    sendFiles(tools, ledger, au, found),
    sendTemporary(
      tools,
      au,
      au.temporary.filter((one) => !isCopied(one)),
      found,
    ),
  ]);
  // What is said to lie among the AU's files, and does not.
  const there = found.artifacts.uuids();
  const left = au.temporary.filter((one) => isCopied(one) && !there.has(one.record.uuid!));
  await sendTemporary(tools, au, left, found);
  return found;
}

async function sendFiles(tools: SendTools, ledger: Ledger, au: StoreAu, found: FoundAu): Promise<void> {
  for (const file of au.files) await sendFile(tools, ledger, au, file, found);
}

/** The same without sending anything: every record is read. */
export async function readAu(au: StoreAu, signal: AbortSignal): Promise<FoundAu> {
  const found = nothingFound();
  for (const file of au.files) {
    try {
      await readFile(au, file, found, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      found.problems.push({ where: file, message: `it could not be read: ${failureWords(error)}` });
    }
  }
  for (const { record } of au.temporary) {
    const committed = stateThere(au.states, record.uuid!, false);
    if (committed !== undefined) found.artifacts.add({ ...record, uuid: record.uuid!, committed });
  }
  return found;
}

async function readFile(au: StoreAu, file: string, found: FoundAu, signal: AbortSignal): Promise<void> {
  const range = { start: 0, end: statSync(file).size };
  const damage = (offset: number, message: string) =>
    void found.problems.push({ where: file, offset, message });
  for await (const record of recordsOf(file, range, damage)) {
    signal.throwIfAborted();
    const { uuid, offset, fault, uri: url } = record;
    const committed = uuid === undefined ? true : stateThere(au.states, uuid, true);
    if (committed === undefined) continue;
    const message = fault ?? (isOf(record, au) ? undefined : 'it belongs to another AU');
    if (message === undefined) found.artifacts.add({ ...record, uuid: uuid!, committed });
    else found.problems.push({ where: file, offset, ...(uuid && { uuid }), url, message });
  }
}

function nothingFound(): FoundAu {
  const counts = { stored: 0, found: 0, problems: [], uncommittedHere: [], fromLedger: false };
  return { artifacts: new Census(), ...counts };
}

function isOf({ namespace, auid }: StoredRecord, au: StoreAu): boolean {
  return auid === au.auid && (namespace === undefined || namespace === au.namespace);
}

/**
 * Whether it is committed there; undefined: it is deleted. What lies among the AU's files has been committed, unless the
 * journal, all of which could be read, knows otherwise; what lies among the temporary ones has not, unless it says so.
 */
export function stateThere(
  { last, deleted, damages }: AuStates,
  uuid: string,
  isPermanent: boolean,
): boolean | undefined {
  if (deleted.has(uuid)) return undefined;
  const state = last.get(uuid);
  if (!isPermanent) return state === 'PENDING_COPY' || state === 'COPIED';
  return damages.length > 0 || !(state === 'UNCOMMITTED' || state === 'EXPIRED');
}

async function sendFile(
  tools: SendTools,
  ledger: Ledger,
  au: StoreAu,
  file: string,
  found: FoundAu,
): Promise<void> {
  try {
    const done = await doneWith(tools, ledger, au, file, found);
    found.problems.push(...done.problems);
    found.artifacts.addAll(done.entries, (uuid) => stateThere(au.states, uuid, true));
  } catch (error) {
    const isOfFile =
      !(error instanceof UsageError) && !(error instanceof RefusalError && error.status !== 400);
    if (tools.signal.aborted || !isOfFile) throw error;
    found.problems.push({ where: file, message: `it could not be taken over: ${failureWords(error)}` });
  }
}

/** Sends what is new of it. */
async function doneWith(
  tools: SendTools,
  ledger: Ledger,
  au: StoreAu,
  file: string,
  found: FoundAu,
): Promise<DoneFile> {
  const { size, mtimeMs: modifiedMs } = statSync(file);
  const known = ledger.find(au.namespace, file);
  found.fromLedger ||= known !== undefined;
  if (known?.modifiedMs === modifiedMs) {
    tools.spared(size);
    return known;
  }
  // What was appended; a file that was written anew is sent from its beginning.
  const start = known && known.doneBytes < size ? known.doneBytes : 0;
  tools.spared(start);
  const entries = new Census();
  if (start > 0) entries.addAll(known!.entries, (_, committed) => committed);
  const problems = start > 0 ? known!.problems.filter(({ offset = 0 }) => offset < start) : [];
  const arrival = size > start ? await sendRange(tools, au, file, { start, end: size }) : undefined;
  if (arrival) {
    entries.addAll(arrival.artifacts.bytes, (_, committed) => committed);
    take(found, arrival);
  }
  const done = {
    file,
    doneBytes: arrival?.brokenAt ?? size,
    modifiedMs,
    problems: [...problems, ...(arrival?.problems ?? [])],
    entries: entries.bytes,
  };
  ledger.add(au.namespace, done);
  return done;
}

function take(found: FoundAu, arrival: Arrival): void {
  found.stored += arrival.stored;
  found.found += arrival.found;
  found.uncommittedHere.push(...arrival.uncommitted);
}

async function sendRange(
  tools: SendTools,
  au: StoreAu,
  file: string,
  range: { start: number; end: number },
): Promise<Arrival> {
  const { states } = au;
  const uncommitted = [...states.last.keys()].filter((uuid) => stateThere(states, uuid, true) === false);
  const lists = await fitting(file, range, [...states.deleted], uncommitted);
  return send(tools, {
    ...au,
    ...lists,
    where: file,
    start: range.start,
    bytes: () => bytesOf(file, range),
  });
}

/** Where there are too many for a form, those that are in the file. */
async function fitting(
  file: string,
  range: { start: number; end: number },
  except: string[],
  uncommitted: string[],
): Promise<{ except: string[]; uncommitted: string[] }> {
  if (except.length <= MOST_UUIDS && uncommitted.length <= MOST_UUIDS) return { except, uncommitted };
  const there = new Set<string>();
  for await (const { uuid } of recordsOf(file, range)) if (uuid !== undefined) there.add(uuid);
  const within = (uuids: string[]) => uuids.filter((uuid) => there.has(uuid));
  return { except: within(except), uncommitted: within(uncommitted) };
}

const READ_BYTES = 1024 * 1024;

function bytesOf(file: string, { start, end }: { start: number; end: number }): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: READ_BYTES, start, end: end - 1 });
}

/** What is in one file goes as one shipment. */
async function sendTemporary(
  tools: SendTools,
  au: StoreAu,
  temporary: readonly TemporaryRecord[],
  found: FoundAu,
): Promise<void> {
  const wanted = temporary.filter(({ record }) => stateThere(au.states, record.uuid!, false) !== undefined);
  for (const file of new Set(wanted.map((one) => one.file))) {
    const records = wanted.filter((one) => one.file === file).map(({ record }) => record);
    const uncommitted = records.flatMap(({ uuid }) =>
      stateThere(au.states, uuid!, false) === false ? [uuid!] : [],
    );
    const bytes = () => cutOut(file, records);
    const arrival = await send(tools, { ...au, where: file, start: 0, except: [], uncommitted, bytes });
    take(found, arrival);
    // Offsets are those of what was cut out, and say nothing.
    found.problems.push(...arrival.problems.map(({ offset: _, ...problem }) => problem));
    found.artifacts.addAll(arrival.artifacts.bytes, (uuid) => stateThere(au.states, uuid, false));
  }
}

const RECORD_END = Buffer.from('\r\n\r\n');

async function* cutOut(file: string, records: readonly StoredRecord[]): AsyncGenerator<Uint8Array> {
  const isPlain = !isGzip(file);
  for (const { offset, length } of records) {
    yield* bytesOf(file, { start: offset, end: offset + length });
    if (isPlain) yield RECORD_END;
  }
}
