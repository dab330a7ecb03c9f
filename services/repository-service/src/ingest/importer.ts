// One import: takes what the codec finds in an upload, appends what is accepted to segments, and has each segment
// committed (made durable, then indexed, then acknowledged) while the next one fills.

import { type DedupContext, duplicatesBeforehand, urlsToLookUp } from '../domain/dedup.ts';
import type { Acknowledgement, Result } from '../domain/disposition.ts';
import type { Entry, NamedOriginal } from '../domain/entry.ts';
import type { CodecOutput, Finding, ReadRecord } from '../domain/read-record.ts';
import { urlStates } from '../index/known.db.ts';
import { AnswerOrder } from './answer-order.ts';
import { judge, type Rules } from './judgement.ts';
import { resolvedWithin } from './resolved-within.ts';
import { type FoundOriginals, RevisitOriginals } from './revisit-originals.ts';
import { Segment, type Target, targetOf } from './segment.ts';
import { type CommitDeps, CommitQueue, OpenBatch } from './segment-committer.ts';
import type { SpillPlace } from './spill-queue.ts';
import { WaitingRevisits } from './waiting-revisits.ts';

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

export interface IngestDeps extends CommitDeps, SpillPlace {
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
    await run.close();
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
  readonly #answer: AnswerOrder;
  readonly #originals: RevisitOriginals;
  readonly #waiting: WaitingRevisits;
  #target: Promise<Target> | undefined;
  #batch: OpenBatch | undefined;
  /** Where the large record whose chunks are coming begins; it has a segment of its own. */
  #large: { offset: number; length: number } | undefined;

  constructor(deps: IngestDeps, job: ImportJob) {
    this.#deps = deps;
    this.#job = job;
    this.#answer = new AnswerOrder(deps, job.acknowledge);
    this.#queue = new CommitQueue(deps, (said, late) => this.#answer.take(said, late));
    this.#originals = new RevisitOriginals(deps);
    this.#waiting = new WaitingRevisits(deps);
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
    await this.#commitWaiting('resolved');
  }

  async finish(): Promise<void> {
    await this.commit();
    if (this.#waiting.size > 0) {
      await this.#queue.finish();
      await this.#commitWaiting('all');
    }
    await this.#queue.finish();
  }

  /** Nothing of the open batch remains; the batches that are being committed come to their end. */
  async abandon(): Promise<void> {
    await this.#batch?.segment?.abort();
    await this.#queue.finish().catch(() => undefined);
  }

  /** Nothing is left of what waited. */
  async close(): Promise<void> {
    await this.#answer.close();
    await this.#waiting.close();
  }

  async #isResolved(revisit: ReadRecord): Promise<boolean> {
    const { originals } = await this.#originals.take([revisit], () => this.#findTarget());
    return originals.has(revisit);
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
    await this.#append(results, bytes, this.#openBatch());
    for (const { result } of results) this.#openBatch().add(result);
  }

  /**
   * Commits revisits that waited, in batches of their own: those in front whose originals are known by now, or all of them
   * when nothing more will come.
   */
  async #commitWaiting(which: 'resolved' | 'all'): Promise<void> {
    while (this.#waiting.size > 0) {
      const front = await this.#waiting.front();
      if (which === 'resolved' && !(await this.#isResolved(front[0]!.record))) return;
      const decided = await this.#decide(
        front.map(({ record }) => record),
        which === 'all',
      );
      const unresolved = decided.findIndex(({ result }) => result.disposition === 'waiting');
      const ready = unresolved < 0 ? decided : decided.slice(0, unresolved);
      if (ready.length === 0) return;
      const batch = new OpenBatch(this.#deps.nowMs(), true);
      for (const [i, one] of ready.entries()) {
        const { member } = front[i]!;
        const record = one.record && { ...one.record, memberStart: 0 };
        await this.#append([{ ...one, ...(record && { record }) }], member, batch);
        batch.add(one.result);
      }
      this.#waiting.drop(ready.length);
      await this.#queue.add(batch, await this.#findTarget());
    }
  }

  /** The first finding after the chunks of a large record tells what it was. Answers the other findings. */
  async #concludeLarge(findings: Finding[]): Promise<Finding[]> {
    const [finding, ...rest] = findings as [Finding, ...Finding[]];
    const stored = this.#large!;
    this.#large = undefined;
    const batch = this.#openBatch();
    const [{ result }] = (await this.#decide([finding])) as [Decided];
    batch.add(result);
    if (result.disposition === 'pending') {
      result.entry.stored = { ...stored, crc32: (finding as ReadRecord).memberCrc32 };
      result.entry.id = batch.segment!.uuidAt(stored.offset);
      await this.commit();
    } else {
      await batch.segment?.abort();
      batch.segment = undefined;
    }
    return rest;
  }

  /**
   * What becomes of each finding, as far as it can be told before its batch is committed. `isLast`: no revisit is to wait
   * any longer.
   */
  async #decide(findings: readonly Finding[], isLast = false): Promise<Decided[]> {
    const judged = findings.map((finding) => ({ finding, judgement: judge(finding, this.#job) }));
    const candidates = judged.flatMap(({ judgement }) => (judgement.accepted ? [judgement.record] : []));
    const { originals, faults } = await this.#originals.take(candidates, () => this.#findTarget());
    const duplicates = await this.#duplicates(candidates, originals);
    return judged.map(({ finding: ref, judgement }): Decided => {
      if (!judgement.accepted) return { result: { ref, disposition: 'decided', verdict: judgement.verdict } };
      const { record } = judgement;
      const fault = faults.get(record);
      // One of many megabytes is in a segment already; the index then finds its original, or none.
      if (fault !== undefined && record.memberAt === 'batch') {
        if (!isLast) return { result: { ref, disposition: 'waiting' }, record };
        return { result: { ref, disposition: 'decided', verdict: { status: 'ERROR', message: fault } } };
      }
      const duplicate = duplicates.get(record);
      if (duplicate) return { result: { ref, ...duplicate } };
      const entry = this.#entry(record, originals.get(record));
      return { result: { ref, disposition: 'pending', entry }, record };
    });
  }

  async #duplicates(candidates: readonly ReadRecord[], originals: FoundOriginals['originals']) {
    if (this.#job.storeDuplicate || candidates.length === 0) return new Map<ReadRecord, never>();
    // The nearest first; what these batches hold is not yet in the index.
    const batches = [this.#batch, ...this.#queue.current];
    const pending = (url: string) => batches.map((batch) => batch?.lastOfUrl.get(url)).find(Boolean);
    const { auId, wasEmpty, wasDamaged } = await this.#findTarget();
    const context: DedupContext = { wasEmpty, wasDamaged, pending, originals };
    const states = await urlStates(this.#deps.db, auId, urlsToLookUp(candidates, context));
    return duplicatesBeforehand(candidates, states, context);
  }

  /** Appends the members of the entries, those that lie side by side with one write; those of revisits that wait are kept. */
  async #append(results: readonly Decided[], bytes: Uint8Array, batch: OpenBatch): Promise<void> {
    const runs: { start: number; end: number; entries: { entry: Entry; record: ReadRecord }[] }[] = [];
    for (const { result, record } of results) {
      if (!record) continue;
      if (record.memberAt !== 'batch') throw new Error('an accepted record came without its bytes');
      const { memberStart: start, memberLength: length } = record;
      if (result.disposition === 'waiting')
        await this.#waiting.add(record, bytes.subarray(start, start + length));
      if (result.disposition !== 'pending') continue;
      const last = runs.at(-1);
      const run = last?.end === start ? last : { start, end: start, entries: [] };
      if (run !== last) runs.push(run);
      run.end = start + length;
      run.entries.push({ entry: result.entry, record });
    }
    for (const run of runs) {
      const segment = await this.#openSegment(batch);
      const offset = await segment.append(bytes.subarray(run.start, run.end));
      for (const { entry, record } of run.entries) {
        const { memberStart, memberLength: length, memberCrc32: crc32 } = record;
        entry.stored = { offset: offset + memberStart - run.start, length, crc32 };
        entry.id = segment.uuidAt(entry.stored.offset);
      }
    }
  }

  /** Where its member is stored, and the id that follows from it, are filled in when it is appended. */
  #entry(record: ReadRecord, original: NamedOriginal | undefined): Entry {
    const { storeDuplicate } = this.#job;
    const id = this.#deps.newId();
    return { id, record, stored: undefined, original, committed: true, storeDuplicate };
  }

  async #openSegment(batch = this.#openBatch()): Promise<Segment> {
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
  /** The record behind an entry, or a revisit that waits. */
  record?: ReadRecord;
}
