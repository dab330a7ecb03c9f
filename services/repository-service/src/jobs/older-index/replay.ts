// Repairs an index in place after a failover lost its latest transactions. Replays the lost journal lines: loads
// segments from their manifests and repeats state changes. Records objects that no line refers to as new segments.
import { NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import { type Database, type Executor, runInTransaction } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { clearBulkTransfer, type ExistingAu, ensureAu, markBulkTransfer } from '../../index/aus/au.db.ts';
import { deleteArtifact } from '../../index/aus/change-artifact.db.ts';
import { restoreLostUndo } from '../../index/deletion/lost-undo.db.ts';
import { insertEvents } from '../../index/history/events.db.ts';
import { recordLineNotices } from '../../index/history/line-notices.db.ts';
import { markEpochsReplayed, readIndexHistory } from '../../index/keeping/epochs.db.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import { orderPurge } from '../../index/keeping/purge.db.ts';
import { findIndexedKeys } from '../../index/keeping/sweep.db.ts';
import * as complete from '../../index/rebuild/complete.db.ts';
import { writeStagedRequests } from '../../index/rebuild/late-requests.db.ts';
import { deleteHold, replayCommit, retireObject, skipLostIds } from '../../index/rebuild/replay.db.ts';
import { stageLines } from '../../index/rebuild/stage-lines.db.ts';
import {
  listStagedEpochs,
  listWaitingEpochSegments,
  listWaitingUnjournaledSegments,
  runWithTemporaryStaging,
  type StagedSegment,
  stageObjects,
} from '../../index/rebuild/staging.db.ts';
import { restoreDeletionRequests, restoreHolds } from '../../index/rebuild/user-decisions.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { SegmentSweptError } from '../../index/writing/record-segment.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { putJournalObject, serializeLines, toJournalKey } from '../journal/objects.ts';
import { type LoadDeps, loadJournaledSegment, type SegmentLoadRun } from '../rebuild/load-known.ts';
import { loadUnjournaledSegment } from '../rebuild/load-unknown.ts';
import { OlderIndexError } from './compare.ts';
import { LatestChanges } from './latest-changes.ts';
import { collectLostLines, findIdGaps } from './lost-lines.ts';

export interface ReplayDeps {
  /** Connections that work even while the index is older than the store. */
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  newId(): string;
  nowMs(): number;
}

export interface ReplayInput {
  /** Lines that this process committed. */
  readonly remembered: readonly JournalLine[];
  /** Highest journal ID that this process has seen, or 0. */
  readonly seenId: number;
}

/** Replays the lost lines. Throws OlderIndexError if the index needs a rebuild; no line is then marked as replayed. */
export async function replayLostTail(deps: ReplayDeps, { remembered, seenId }: ReplayInput): Promise<void> {
  const { database, store, log, newId } = deps;
  const db = database.kysely;
  const history = await readIndexHistory(db);
  const { lines, unshipped, known } = await collectLostLines(db, store, history, remembered);
  // Ship the lines first, so that they survive this process, and other processes see them when they replay theirs.
  for (const own of Map.groupBy(unshipped, ({ epoch }) => epoch).values())
    await putJournalObject(store, toJournalKey(own.at(-1)!, newId()), serializeLines(own));
  await skipLostIds(db);
  const replay = new Replay(deps, lines, new LatestChanges(known));
  await runWithTemporaryStaging(db, (staged) => replay.run(staged));
  // Record the notices again, because the failover has lost them, too. Some of them may already have been sent.
  await runInTransaction(db, async (tx) => {
    await insertEvents(tx, lines);
    await recordLineNotices(tx, lines);
    await markEpochsReplayed(tx, summarizeEpochs(lines));
  });
  const gaps = findIdGaps(lines, history.ownLastIds, seenId);
  if (gaps.length > 0) log.error({ changes: gaps }, NOT_FOUND);
  log.warn(
    { ...replay.counts, changes: lines.length, fromMemory: unshipped.length, replayed: describeLines(lines) },
    'the index was brought up to date after a failover of PostgreSQL',
  );
}

const NOT_FOUND =
  'changes with these numbers were not found after a failover: they are lost, were never committed, or are in another process';

function summarizeEpochs(lines: readonly JournalLine[]) {
  return [...Map.groupBy(lines, ({ epoch }) => epoch ?? '')].map(([epoch, own]) => ({
    epoch,
    firstId: own[0]!.id,
    lastId: own.at(-1)!.id,
  }));
}

/** Maximum number of lines that the log lists. */
const MAX_NAMED = 1_000;

function describeLines(lines: readonly JournalLine[]): string[] {
  return lines.slice(0, MAX_NAMED).map((line) => {
    const { id, at, op, auid } = line;
    const what = 'artifacts' in line && Array.isArray(line.artifacts) ? line.artifacts.join() : '';
    return `${id} ${at} ${op} ${'segment' in line ? line.segment : what} in ${auid}`;
  });
}

/**
 * Objects without a journal line are recorded only if they were written at most this long before the first lost line.
 * Allows for clock differences and for the time that a segment stays open.
 */
const MARGIN_MS = 86_400_000;

class Replay {
  readonly counts: Record<string, number> = {};
  readonly #deps: ReplayDeps;
  readonly #lines: readonly JournalLine[];
  readonly #latest: LatestChanges;
  readonly #run: SegmentLoadRun;
  readonly #aus = new Map<string, Promise<ExistingAu>>();
  readonly #changed = new Set<number>();

  constructor(deps: ReplayDeps, lines: readonly JournalLine[], latest: LatestChanges) {
    this.#deps = deps;
    this.#lines = lines;
    this.#latest = latest;
    const { log, signal } = deps;
    this.#run = {
      log,
      signal,
      throttle: async () => signal.throwIfAborted(),
      done: ({ items = 0, counts = {} }) => this.#addCounts({ artifacts: items, ...counts }),
    };
  }

  async run(staged: Executor<IndexSchema>): Promise<void> {
    const { store } = this.#deps;
    if (this.#lines.some(({ op }) => op === 'renumbered')) throw new OlderIndexError('a rebuild was lost');
    await stageLines(staged, this.#lines);
    await this.#stageJournaledObjects(staged);
    const auOf = (namespace: string, auid: string) => this.#resolveAu(staged, namespace, auid);
    const deps: LoadDeps = { db: staged, store, auOf };
    await this.#loadJournaledSegments(deps);
    for (const line of this.#lines) await this.#applyLine(staged, line);
    await this.#loadUnjournaledSegments(deps);
    await this.#complete(staged);
  }

  async #stageJournaledObjects(staged: Executor<IndexSchema>): Promise<void> {
    const { store } = this.#deps;
    for (const line of this.#lines) {
      if ((line.op !== 'recorded' && line.op !== 'moved') || line.segment === undefined) continue;
      const { segment } = line;
      const objects = await store.list({ prefix: segment, limit: 1 });
      await stageObjects(
        staged,
        objects.filter(({ key }) => key === segment),
      );
    }
  }

  async #loadJournaledSegments(deps: LoadDeps): Promise<void> {
    for (const epoch of await listStagedEpochs(deps.db)) {
      const limit = this.#lines.length;
      const after = { key: '', id: -1 };
      const waiting = await listWaitingEpochSegments(
        deps.db,
        { ...epoch, isContested: true },
        { after, limit },
      );
      for (const segment of waiting) await this.#loadSegment(deps, segment);
    }
  }

  async #loadSegment(deps: LoadDeps, segment: StagedSegment): Promise<void> {
    const { key, entry } = segment;
    if ((await findIndexedKeys(deps.db, [key])).has(key)) return;
    if (entry!.op === 'moved' && (await this.#isMergeObsolete(deps, entry!.from))) {
      const { auId } = await deps.auOf(segment.namespace!, segment.auid!);
      await retireObject(deps.db, { key, auId });
      return this.#addCounts({ 'merged objects left for older ones': 1 });
    }
    await ignoreIfSwept(loadJournaledSegment(deps, this.#run, segment, { inOrder: false, isServed: true }));
  }

  /**
   * Decides about a lost merge. Returns true if the index still uses the old segments, so that the merged segment is
   * not needed. Returns false if the index has none of them. Throws OlderIndexError if objects that the index needs no
   * longer exist.
   */
  async #isMergeObsolete({ db, store }: LoadDeps, from: readonly string[]): Promise<boolean> {
    const known = await findIndexedKeys(db, from);
    if (known.size === 0) return false;
    for (const key of from) {
      const [object] = await store.list({ prefix: key, limit: 1 });
      if (object?.key !== key || !known.has(key))
        throw new OlderIndexError(`the index needs ${key}, which was replaced by a later merge`);
    }
    return true;
  }

  /**
   * Applies a state change, unless a later one is known. Another process may already have replayed the later change, or
   * a user may have made it after the failover. Idempotent.
   */
  async #applyLine(staged: Executor<IndexSchema>, line: JournalLine): Promise<void> {
    const { op } = line;
    if (op === 'committed' || op === 'uncommitted') {
      for (const artifact of this.#latest.filter(line)) {
        const lostLines = this.#latest.listCommits(artifact);
        const { epoch = '' } = line;
        await replayCommit(staged, { artifact, committed: op === 'committed', epoch, lostLines });
      }
    } else if (op === 'deleted') {
      for (const id of this.#latest.filter(line)) await deleteArtifact(staged, id);
    } else if (op === 'restored') await this.#restore(staged, line);
    else if (op === 'released') await deleteHold(staged, line.hold);
    else if (op === 'purged') {
      const { auId } = await this.#resolveAu(staged, line.namespace, line.auid);
      await orderPurge(staged, auId, line.artifacts, line);
    } else if (op === 'bulk' && this.#latest.isLastMark(line)) {
      const { namespace, auid, marked } = line;
      const au = { namespace, auid, hash: hashAuid(auid) };
      await (marked ? markBulkTransfer(staged, au) : clearBulkTransfer(staged, au));
    }
  }

  /** Restores artifacts that are deleted in the index. Throws OlderIndexError if their rows are gone. */
  async #restore(staged: Executor<IndexSchema>, line: JournalLine & { op: 'restored' }): Promise<void> {
    const artifacts = this.#latest.filter(line);
    const { auId } = await this.#resolveAu(staged, line.namespace, line.auid);
    if (!(await restoreLostUndo(staged, { number: line.number, auId }, { ...line, artifacts })))
      throw new OlderIndexError('artifacts were restored whose rows the index does not have');
  }

  /** Records objects that neither the index nor the journal contains, because their journal lines were lost, too. */
  async #loadUnjournaledSegments(deps: LoadDeps): Promise<void> {
    const { store, nowMs } = this.#deps;
    const first = this.#lines[0];
    const fromMs = (first === undefined ? nowMs() : Date.parse(first.at)) - MARGIN_MS;
    for (let after = ''; ; ) {
      const objects = await store.list({ prefix: 'ns/', after, limit: 1_000 });
      const recent = objects.filter(({ modifiedMs }) => modifiedMs >= fromMs);
      const known = await findIndexedKeys(
        deps.db,
        recent.map(({ key }) => key),
      );
      const unnamed = recent.filter(({ key }) => !known.has(key));
      if (unnamed.length > 0) await stageObjects(deps.db, unnamed);
      if (objects.length < 1_000) break;
      after = objects.at(-1)!.key;
    }
    for (let after = ''; ; ) {
      const page = await listWaitingUnjournaledSegments(deps.db, { after, limit: 256 });
      for (const segment of page) {
        await ignoreIfSwept(loadUnjournaledSegment(deps, this.#run, segment));
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.key.slice(-44);
    }
  }

  async #complete(staged: Executor<IndexSchema>): Promise<void> {
    for (const { namespace, auid } of await complete.listAusOfRestoredRows(staged))
      await this.#resolveAu(staged, namespace, auid);
    // This searches all artifacts and is slow. Only merges and revisits require it.
    if (this.#lines.some((line) => line.op === 'moved' || (line.op === 'recorded' && line.revisits)))
      await complete.setPayloadPositions(staged);
    await writeStagedRequests(staged);
    await complete.restorePurges(staged);
    await restoreHolds(staged);
    await restoreDeletionRequests(staged);
    for (const auId of this.#changed) await complete.computeAuCounters(staged, auId);
    await complete.journalChangedVersions(staged);
  }

  #resolveAu(db: Executor<IndexSchema>, namespace: string, auid: string): Promise<ExistingAu> {
    const name = `${namespace} ${auid}`;
    const found = this.#aus.get(name) ?? this.#findAu(db, namespace, auid);
    this.#aus.set(name, found);
    return found;
  }

  async #findAu(db: Executor<IndexSchema>, namespace: string, auid: string): Promise<ExistingAu> {
    const au = await ensureAu(db, { namespace, auid, hash: hashAuid(auid) });
    this.#changed.add(au.auId);
    return au;
  }

  #addCounts(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.counts[name] = (this.counts[name] ?? 0) + count;
  }
}

/** Ignores an object that was claimed for removal or no longer exists. */
async function ignoreIfSwept(loading: Promise<void>): Promise<void> {
  try {
    await loading;
  } catch (error) {
    if (!(error instanceof SegmentSweptError || error instanceof NoSuchObjectError)) throw error;
  }
}
