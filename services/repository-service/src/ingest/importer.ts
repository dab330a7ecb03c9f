// One import: takes what the codec finds in an upload, appends what is accepted to segments, and has each segment
// committed (made durable, then indexed, then acknowledged) while the next one fills.

import { type DedupContext, duplicatesBeforehand, urlsToLookUp } from '../domain/dedup.ts';
import type { Acknowledgement, Result, Verdict } from '../domain/disposition.ts';
import type { Entry } from '../domain/entry.ts';
import type { CodecOutput, Finding, ReadRecord } from '../domain/read-record.ts';
import { urlStates } from '../index/known.db.ts';
import { Segment, type Target, targetOf } from './segment.ts';
import { type CommitDeps, CommitQueue, OpenBatch } from './segment-committer.ts';

export interface Rules {
  readonly storeDuplicate: boolean;
  /** Whether records with this HTTP status are not wanted. */
  excludes(httpStatus: number): boolean;
}

export interface ImportJob extends Rules {
  readonly namespace: string;
  readonly auid: string;
  /** Called with what has become durable, in the order of the upload. Must not wait. */
  acknowledge(results: Acknowledgement[]): void;
}

/** When a segment is closed, whichever comes first. */
export interface SegmentLimits {
  readonly sizeBytes: number;
  readonly records: number;
  readonly ageMs: number;
}

export interface IngestDeps extends CommitDeps {
  readonly limits: SegmentLimits;
}

/** Resolves when everything the upload held has been acknowledged. On an error what was not is given up. */
export async function importRecords(
  deps: IngestDeps,
  job: ImportJob,
  outputs: AsyncIterable<CodecOutput>,
): Promise<void> {
  const run = new ImportRun(deps, job);
  const iterator = outputs[Symbol.asyncIterator]();
  try {
    await takeAll(run, iterator);
    await run.finish();
  } catch (error) {
    await run.abandon();
    throw error;
  } finally {
    await iterator.return?.();
  }
}

async function takeAll(run: ImportRun, iterator: AsyncIterator<CodecOutput>): Promise<void> {
  let next = iterator.next();
  for (;;) {
    const turn = await resolvedWithin(next, run.msUntilDue());
    if (turn === 'tooLate') {
      await run.commit();
      continue;
    }
    if (turn.done) return;
    await run.take(turn.value);
    next = iterator.next();
  }
}

class ImportRun {
  readonly #deps: IngestDeps;
  readonly #job: ImportJob;
  readonly #queue: CommitQueue;
  #target: Promise<Target> | undefined;
  #batch: OpenBatch | undefined;
  /** Where the large record whose chunks are coming begins; it has a segment of its own. */
  #large: { offset: number; length: number } | undefined;

  constructor(deps: IngestDeps, job: ImportJob) {
    this.#deps = deps;
    this.#job = job;
    this.#queue = new CommitQueue(deps, job.acknowledge);
  }

  async take(output: CodecOutput): Promise<void> {
    if (output.output === 'chunk') await this.#takeChunk(output.bytes);
    else await this.#takeFindings(output);
    if (this.#batch && this.#isFull(this.#batch)) await this.commit();
  }

  /** Milliseconds until the open batch is to be committed for its age; undefined while there is none. */
  msUntilDue(): number | undefined {
    if (!this.#batch || this.#large) return undefined;
    return Math.max(0, this.#batch.openedMs + this.#deps.limits.ageMs - this.#deps.nowMs());
  }

  async commit(): Promise<void> {
    const batch = this.#batch;
    if (!batch) return;
    this.#batch = undefined;
    await this.#queue.add(batch, await this.#findTarget());
  }

  async finish(): Promise<void> {
    await this.commit();
    await this.#queue.finish();
  }

  /** Nothing of the open batch remains; the batches that are being committed come to their end. */
  async abandon(): Promise<void> {
    await this.#batch?.segment?.abort();
    await this.#queue.finish().catch(() => undefined);
  }

  async #takeChunk(bytes: Uint8Array): Promise<void> {
    if (!this.#large) {
      await this.commit();
      this.#large = { offset: -1, length: 0 };
    }
    const offset = await (await this.#openSegment()).append(bytes);
    if (this.#large.offset < 0) this.#large.offset = offset;
    this.#large.length += bytes.length;
  }

  async #takeFindings({ findings, bytes }: CodecOutput & { output: 'findings' }): Promise<void> {
    const rest = this.#large ? await this.#concludeLarge(findings) : findings;
    const results = await this.#decide(rest);
    await this.#append(results, bytes);
    for (const { result } of results) this.#openBatch().add(result);
  }

  /** The first finding after the chunks of a large record tells what it was. Answers the other findings. */
  async #concludeLarge(findings: Finding[]): Promise<Finding[]> {
    const [finding, ...rest] = findings as [Finding, ...Finding[]];
    const stored = this.#large!;
    this.#large = undefined;
    const batch = this.#openBatch();
    const [{ result }] = (await this.#decide([finding])) as [Decided];
    batch.add(result);
    if (
      result.disposition === 'pending' &&
      (result.entry.record.kind !== 'revisit' || (await this.#storesRevisits()))
    ) {
      result.entry.stored = { ...stored, crc32: (finding as ReadRecord).memberCrc32 };
      result.entry.id = batch.segment!.uuidAt(stored.offset);
      await this.commit();
    } else {
      await batch.segment?.abort();
      batch.segment = undefined;
    }
    return rest;
  }

  /** What becomes of each finding, as far as it can be told before its batch is committed. */
  async #decide(findings: Finding[]): Promise<Decided[]> {
    const judged = findings.map((finding) => ({ finding, judgement: judge(finding, this.#job) }));
    const candidates = judged.flatMap(({ judgement }) => (judgement.accepted ? [judgement.record] : []));
    const duplicates = await this.#duplicates(candidates);
    return judged.map(({ finding, judgement }) => {
      if (!judgement.accepted)
        return { result: { ref: finding, disposition: 'decided', verdict: judgement.verdict } };
      const duplicate = duplicates.get(judgement.record);
      if (duplicate) return { result: { ref: finding, ...duplicate } };
      const entry = this.#entry(judgement.record);
      return { result: { ref: finding, disposition: 'pending', entry }, record: judgement.record };
    });
  }

  async #duplicates(candidates: readonly ReadRecord[]) {
    if (this.#job.storeDuplicate || candidates.length === 0) return new Map<ReadRecord, never>();
    // The nearest first; what these batches hold is not yet in the index.
    const batches = [this.#batch, ...this.#queue.current];
    const pending = (url: string) => batches.map((batch) => batch?.lastOfUrl.get(url)).find(Boolean);
    const { auId, wasEmpty, wasDamaged } = await this.#findTarget();
    const context: DedupContext = { wasEmpty, wasDamaged, pending };
    const states = await urlStates(this.#deps.db, auId, urlsToLookUp(candidates, context));
    return duplicatesBeforehand(candidates, states, context);
  }

  /** Appends the members of the entries, those that lie side by side with one write. */
  async #append(results: Decided[], bytes: Uint8Array): Promise<void> {
    const runs: { start: number; end: number; entries: { entry: Entry; record: ReadRecord }[] }[] = [];
    for (const { result, record } of results) {
      if (result.disposition !== 'pending' || !record) continue;
      if (record.kind === 'revisit' && !(await this.#storesRevisits())) continue;
      if (record.memberAt !== 'batch') throw new Error('an accepted record came without its bytes');
      const { memberStart: start, memberLength: length } = record;
      const last = runs.at(-1);
      const run = last?.end === start ? last : { start, end: start, entries: [] };
      if (run !== last) runs.push(run);
      run.end = start + length;
      run.entries.push({ entry: result.entry, record });
    }
    for (const run of runs) {
      const segment = await this.#openSegment();
      const offset = await segment.append(bytes.subarray(run.start, run.end));
      for (const { entry, record } of run.entries) {
        const { memberStart, memberLength: length, memberCrc32: crc32 } = record;
        entry.stored = { offset: offset + memberStart - run.start, length, crc32 };
        entry.id = segment.uuidAt(entry.stored.offset);
      }
    }
  }

  /** Where its member is stored, and the id that follows from it, are filled in when it is appended. */
  #entry(record: ReadRecord): Entry {
    const { storeDuplicate } = this.#job;
    return { id: this.#deps.newId(), record, stored: undefined, committed: true, storeDuplicate };
  }

  /**
   * Revisits that may only turn out duplicates are resolved by the index, but their bytes are not kept; unless they may
   * be the repair of some that are damaged.
   */
  async #storesRevisits(): Promise<boolean> {
    return this.#job.storeDuplicate || (await this.#findTarget()).wasDamaged;
  }

  async #openSegment(): Promise<Segment> {
    const batch = this.#openBatch();
    batch.segment ??= new Segment(this.#deps, await this.#findTarget(), 'imported');
    return batch.segment;
  }

  #openBatch(): OpenBatch {
    this.#batch ??= new OpenBatch(this.#deps.nowMs());
    return this.#batch;
  }

  #findTarget(): Promise<Target> {
    this.#target ??= targetOf(this.#deps.db, this.#job);
    return this.#target;
  }

  #isFull(batch: OpenBatch): boolean {
    if (this.#large) return false;
    const { sizeBytes, records, ageMs } = this.#deps.limits;
    if (batch.results.length >= records || (batch.segment?.sizeBytes ?? 0) >= sizeBytes) return true;
    return this.#deps.nowMs() - batch.openedMs >= ageMs;
  }
}

interface Decided {
  result: Result;
  /** The record behind an entry. */
  record?: ReadRecord;
}

async function resolvedWithin<T>(promise: Promise<T>, ms: number | undefined): Promise<T | 'tooLate'> {
  if (ms === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'tooLate'>((resolve) => {
    timer = setTimeout(() => resolve('tooLate'), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Judgement = { accepted: false; verdict: Verdict } | { accepted: true; record: ReadRecord };

/** What can be told of a finding before the index is asked. */
function judge(finding: Finding, rules: Rules): Judgement {
  if (finding.finding === 'damage' || finding.error !== undefined) {
    return refuse('ERROR', finding.error ?? '');
  }
  const { httpStatus } = finding;
  if (httpStatus !== undefined && rules.excludes(httpStatus)) {
    return refuse('EXCLUDED', `HTTP status ${httpStatus} matches the pattern of statuses not to import`);
  }
  return { accepted: true, record: finding };
}

function refuse(status: 'ERROR' | 'EXCLUDED', message: string): Judgement {
  return { accepted: false, verdict: { status, message } };
}
