// Runs an import: groups parsed records, decides what to do with each, and appends them to segments. A segment is
// committed while the next one is being filled. Committing means: make durable, index, acknowledge.

import type { PayloadReading } from '@holdfast/warc';
import {
  type ArtifactGroup,
  type CompanionCounts,
  type GroupedRecord,
  type LooseCompanion,
  RecordGrouper,
  readMemberBytes,
} from '../../domain/companions/record-grouper.ts';
import type { UploadedCapture } from '../../domain/companions/record-links.ts';
import type { Acknowledgement, Disposition } from '../../domain/disposition.ts';
import type { ImportEntry } from '../../domain/record/entry.ts';
import type { CodecOutput, ParsedRecordsOutput, ParsedUploadItem } from '../../domain/record/read-record.ts';
import {
  type DecisionRules,
  hasRecordIdentities,
  IdentityDecisions,
  type IdentityRules,
  makeUnreadableDisposition,
  RecordDecisions,
} from '../deciding/decisions.ts';
import type { SpillLocation } from '../spool/spill-queue.ts';
import { CompanionIntake } from '../storing/companion-intake.ts';
import { KnownCaptures, NO_WARCINFO } from '../storing/companion-records.ts';
import {
  appendSegmentParts,
  copyWaitingMembers,
  type ImportTarget,
  openImportTarget,
  Segment,
  type SegmentPart,
} from '../storing/segment.ts';
import { type CommitDeps, CommitQueue, OpenBatch, type SegmentLimits } from '../storing/segment-committer.ts';
import { AcknowledgementOrder, takeDecidedItems, WaitingRevisits } from './waiting-revisits.ts';

/** Imports the records. Resolves after the last acknowledgement. After an error, discards the remaining records. */
export async function importRecords(
  deps: IngestDeps,
  job: ImportJob,
  outputs: AsyncIterable<CodecOutput>,
): Promise<void> {
  const run = new ImportRun(deps, job);
  const iterator = outputs[Symbol.asyncIterator]();
  try {
    await consumeOutputs(run, iterator);
    await run.finish();
  } catch (error) {
    await run.abandon();
    throw error;
  } finally {
    await iterator.return?.();
    await run.close();
  }
}

async function consumeOutputs(run: ImportRun, iterator: AsyncIterator<CodecOutput>): Promise<void> {
  let next = iterator.next();
  for (;;) {
    const turn = await awaitWithin(next, run.msUntilDue());
    if (turn === 'tooLate') {
      await run.commit();
      continue;
    }
    if (turn.done) return;
    await run.take(turn.value);
    next = iterator.next();
  }
}

/** Resolves like the promise, or to `tooLate` after `ms`. Waits without limit if `ms` is undefined. */
async function awaitWithin<T>(promise: Promise<T>, ms: number | undefined): Promise<T | 'tooLate'> {
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

class ImportRun {
  readonly #deps: IngestDeps;
  readonly #job: ImportJob;
  readonly #queue: CommitQueue;
  readonly #arrangement = new RecordGrouper();
  readonly #companions: CompanionIntake;
  readonly #known: KnownCaptures;
  readonly #decisions: RecordDecisions | IdentityDecisions;
  readonly #answer: AcknowledgementOrder;
  readonly #revisits: WaitingRevisits;
  #target: Promise<ImportTarget> | undefined;
  #batch: OpenBatch | undefined;
  #large: LargeRecord | undefined;
  #waiting: { capture: UploadedCapture; sinceMs: number } | undefined;

  constructor(deps: IngestDeps, job: ImportJob) {
    this.#deps = deps;
    this.#job = job;
    this.#known = new KnownCaptures(deps);
    this.#companions = new CompanionIntake(deps.keepRecords === 'all', this.#known);
    this.#answer = new AcknowledgementOrder(deps, job.acknowledge);
    this.#queue = new CommitQueue(deps, (said, batch) => {
      job.companions.add(batch.companions);
      return this.#answer.take(said, batch.late);
    });
    this.#revisits = new WaitingRevisits(deps);
    const { db, store } = deps;
    const target = () => this.#findTarget();
    const decisions = { db, store, rules: job, target, pending: (url: string) => this.#findPending(url) };
    const { given } = job;
    this.#decisions = given ? new IdentityDecisions({ db, given, target }) : new RecordDecisions(decisions);
  }

  async take(output: CodecOutput): Promise<void> {
    if (output.output === 'chunk') await this.#appendChunk(output.bytes);
    else await this.#processFindings(output);
    const capture = this.#arrangement.waiting;
    if (capture !== this.#waiting?.capture)
      this.#waiting = capture && { capture, sinceMs: this.#deps.nowMs() };
    if (this.#batch?.isFull(this.#deps.limits, this.#deps.nowMs())) await this.#commitBatch();
  }

  /** Returns the time in milliseconds until the next commit is due. Undefined if none is due. */
  msUntilDue(): number | undefined {
    if (this.#large && !this.#large.concluded) return undefined;
    const since = [this.#batch?.openedMs, this.#waiting?.sinceMs].filter((ms) => ms !== undefined);
    if (since.length === 0) return undefined;
    return Math.max(0, Math.min(...since) + this.#deps.limits.ageMs - this.#deps.nowMs());
  }

  async commit(): Promise<void> {
    const arranged: GroupedRecord[] = [];
    this.#arrangement.closeGroup(arranged);
    this.#waiting = undefined;
    await this.#storeInOrder(arranged);
    await this.#commitBatch();
  }

  async finish(): Promise<void> {
    const arranged: GroupedRecord[] = [];
    this.#arrangement.close(arranged);
    await this.#storeInOrder(arranged);
    await this.#commitBatch();
    if (this.#revisits.size > 0) {
      await this.#queue.finish();
      await this.#commitRevisits('all');
    }
    if (this.#companions.holds) {
      const batch = this.#openBatch();
      await this.#append(this.#companions.end(batch), batch);
      await this.#commitBatch();
    }
    await this.#queue.finish();
  }

  async abandon(): Promise<void> {
    await this.#batch?.segment?.abort();
    await this.#large?.segment.abort();
    await this.#queue.finish().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#answer.close();
    await this.#revisits.close();
  }

  async #appendChunk(bytes: Uint8Array): Promise<void> {
    if (!this.#large || this.#large.concluded) {
      await this.commit();
      this.#large = await this.#beginLarge();
    }
    const large = this.#large;
    const offset = await large.segment.append(bytes);
    if (large.length === 0) large.offset = offset;
    large.length += bytes.length;
  }

  async #beginLarge(): Promise<LargeRecord> {
    const batch = new OpenBatch(this.#deps.nowMs());
    await this.#append(this.#companions.frame(undefined, batch), batch);
    batch.segment ??= await this.#createSegment();
    return { batch, segment: batch.segment, concluded: false, offset: 0, length: 0 };
  }

  async #processFindings({ findings, characters, bytes }: ParsedRecordsOutput): Promise<void> {
    if (this.#large && !this.#large.concluded) await this.#concludeLarge(findings[0]!);
    const arranged: GroupedRecord[] = [];
    for (const finding of findings)
      this.#arrangement.take({ finding, member: readMemberBytes(finding, bytes) }, arranged);
    this.#arrangement.tookTexts(characters);
    this.#decisions.tookTexts(characters);
    await this.#storeInOrder(arranged);
    if (this.#batch) this.#batch.characters += characters;
    copyWaitingMembers(this.#arrangement.held(), bytes);
  }

  /** Ends a large record. Discards its chunks if the record turned out to be damaged, or cannot be stored. */
  async #concludeLarge(finding: ParsedUploadItem): Promise<void> {
    this.#large!.concluded = true;
    if (finding.finding === 'damage' || finding.memberAt !== 'chunks') await this.#abandonLarge();
  }

  async #abandonLarge(): Promise<void> {
    const { batch, segment } = this.#large!;
    this.#large = undefined;
    this.#companions.unframe(batch);
    await segment.abort();
  }

  async #storeInOrder(arranged: readonly GroupedRecord[]): Promise<void> {
    let from = 0;
    for (let i = 0; i < arranged.length; i++) {
      if (!isLarge(arranged[i]!)) continue;
      await this.#storeSmall(arranged.slice(from, i));
      await this.#storeLarge(arranged[i]!);
      from = i + 1;
    }
    await this.#storeSmall(from === 0 ? arranged : arranged.slice(from));
  }

  async #storeSmall(arranged: readonly GroupedRecord[]): Promise<void> {
    if (arranged.length === 0) return;
    const decided = await this.#decisions.take(arranged.filter((one) => one.arranged === 'group'));
    const batch = this.#openBatch();
    const pieces: SegmentPart[] = [];
    let group = 0;
    for (const one of arranged) {
      if (one.arranged === 'group') {
        const placing = this.#place(one, decided[group++]!, batch, pieces);
        if (placing) await placing;
      } else if (one.arranged === 'apart') pieces.push(...(await this.#placeLooseCompanion(one, batch)));
      else if (one.arranged === 'warcinfo') pieces.push(...this.#companions.warcinfo(one.companion, batch));
      else if (one.arranged === 'rejected') this.#companions.countDamaged(batch);
      else batch.add({ ref: one.range, decided: makeUnreadableDisposition(one.range) });
    }
    await this.#append(pieces, batch);
  }

  /** Appends a group to `out`. Returns a promise only if the caller must wait, because an `await` costs time. */
  #place(
    group: ArtifactGroup,
    decided: Disposition,
    batch: OpenBatch,
    out: SegmentPart[],
  ): Promise<void> | undefined {
    const { finding } = group.artifact;
    batch.add({ ref: finding, decided });
    if (decided.disposition !== 'pending') return this.#placeOthers(group, decided, batch, out);
    if (finding.memberAt !== 'batch') throw new Error('an accepted record came without its bytes');
    this.#companions.store(group, decided.entry, batch, out);
    return undefined;
  }

  async #placeOthers(
    group: ArtifactGroup,
    { disposition }: Disposition,
    batch: OpenBatch,
    out: SegmentPart[],
  ) {
    if (disposition !== 'waiting') out.push(...(await this.#companions.drop(group, batch)));
    else await this.#revisits.add(group, this.#companions.governing(group.artifact.finding.warcinfoId));
  }

  async #placeLooseCompanion(one: LooseCompanion, batch: OpenBatch): Promise<SegmentPart[]> {
    const { warcinfoId } = one.companion.finding;
    if (await this.#revisits.addCompanion(one, this.#companions.governing(warcinfoId))) return [];
    return this.#companions.apart(one, batch);
  }

  async #storeLarge(one: GroupedRecord): Promise<void> {
    await this.#commitBatch();
    const { batch, segment, offset, length } = this.#large!;
    if (one.arranged === 'apart' && !(await this.#companions.large(one, { offset, length }, batch))) {
      await this.#abandonLarge();
      this.#companions.isThere(this.#openBatch());
      return;
    }
    if (one.arranged === 'group') {
      const { finding } = one.artifact;
      const [decided] = (await this.#decisions.take([one])) as [Disposition];
      if (decided.disposition !== 'pending') {
        await this.#abandonLarge();
        const open = this.#openBatch();
        const pieces: SegmentPart[] = [];
        await this.#place(one, decided, open, pieces);
        await this.#append(pieces, open);
        return;
      }
      const { entry } = decided;
      entry.stored = { offset, length, crc32: finding.memberCrc32 };
      entry.id = segment.uuidOf(entry.record, offset);
      batch.add({ ref: finding, decided });
      await this.#append(this.#companions.storeAfter(one, entry, batch), batch);
    }
    this.#large = undefined;
    await this.#commit(batch);
  }

  /** Commits waiting revisits in separate batches: all of them, or the first ones whose originals have been found. */
  async #commitRevisits(which: 'resolved' | 'all'): Promise<void> {
    while (this.#revisits.size > 0) {
      const front = (await this.#revisits.front()).map(({ what }) => what);
      const groups = front.filter((what) => what.arranged === 'group');
      const isFirst = groups.length > 0 && front[0] === groups[0];
      if (which === 'resolved' && isFirst && !(await this.#decisions.isResolved(groups[0]!.artifact.finding)))
        return;
      const ready = takeDecidedItems(front, await this.#decisions.take(groups, which === 'all'));
      if (ready.length === 0) return;
      let batch = new OpenBatch(this.#deps.nowMs(), true);
      for (const { what, disposition } of ready) {
        const { finding } = what.arranged === 'group' ? what.artifact : what.companion;
        if (batch.warcinfo && finding.warcinfoId === NO_WARCINFO) {
          await this.#queue.add(batch, await this.#findTarget());
          batch = new OpenBatch(this.#deps.nowMs(), true);
        }
        const pieces = what.arranged === 'group' ? [] : await this.#companions.apart(what, batch);
        if (what.arranged === 'group') await this.#place(what, disposition!, batch, pieces);
        await this.#append(pieces, batch);
      }
      this.#revisits.drop(ready.length);
      await this.#queue.add(batch, await this.#findTarget());
    }
  }

  async #append(pieces: readonly SegmentPart[], batch: OpenBatch): Promise<void> {
    if (pieces.length + batch.replacements.length === 0) return;
    batch.segment ??= await this.#createSegment();
    await appendSegmentParts(batch.segment, pieces);
    await this.#known.carryOverCompanions(batch.replacements.splice(0), batch.segment, batch.kept);
  }

  /** Returns the URL's latest entry that is not in the index yet. */
  #findPending(url: string): ImportEntry | undefined {
    return this.#batch?.lastOfUrl.get(url) ?? this.#queue.lastOfUrl(url);
  }

  async #commitBatch(): Promise<void> {
    const batch = this.#batch;
    if (!batch) return;
    this.#batch = undefined;
    await this.#commit(batch);
  }

  async #commit(batch: OpenBatch): Promise<void> {
    await this.#queue.add(batch, await this.#findTarget());
    await this.#commitRevisits('resolved');
  }

  #openBatch(): OpenBatch {
    this.#batch ??= new OpenBatch(this.#deps.nowMs());
    return this.#batch;
  }

  async #createSegment(): Promise<Segment> {
    const origin = hasRecordIdentities(this.#job.given) ? 'migrated' : 'imported';
    return new Segment(this.#deps, await this.#findTarget(), origin, this.#job.payloads);
  }

  #findTarget(): Promise<ImportTarget> {
    this.#target ??= openImportTarget(this.#deps.db, this.#job);
    return this.#target;
  }
}

interface ImportJob extends DecisionRules {
  readonly namespace: string;
  readonly auid: string;
  readonly payloads: PayloadReading;
  readonly given?: IdentityRules | undefined;
  readonly companions: CompanionCounts;
  /** Called with results in upload order. Stored records are durable by then. Must not block. */
  acknowledge(results: Acknowledgement[]): void;
}

export interface IngestDeps extends CommitDeps, SpillLocation {
  readonly limits: SegmentLimits;
  /** `artifacts`: discards companion records (request, metadata), but reads the HTTP method from requests. */
  readonly keepRecords: 'all' | 'artifacts';
}

/** Record that is too large to be passed between threads at once. Its chunks go to a separate segment. */
interface LargeRecord {
  readonly batch: OpenBatch;
  readonly segment: Segment;
  concluded: boolean;
  offset: number;
  length: number;
}

function isLarge(one: GroupedRecord): boolean {
  if (one.arranged === 'group') return one.artifact.finding.memberAt === 'chunks';
  return one.arranged === 'apart' && one.companion.finding.memberAt === 'chunks';
}
