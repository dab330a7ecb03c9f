// Commits created artifacts. Small artifacts that arrive in the same AU within a few milliseconds share one segment and
// one index transaction. While a group commits, the next group collects artifacts. Detects duplicates of indexed
// artifacts before storing anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { ArtifactReplacement } from '../../domain/companions/record-grouper.ts';
import { findCertainDuplicates, listUrlsToLookUp } from '../../domain/dedup.ts';
import type { ArtifactName, EntryOutcome, ImportEntry, StoredMember } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { ReplacementTracker } from '../../domain/url-state.ts';
import { readUrlStates } from '../../index/known/known.db.ts';
import { KnownCaptures } from './companion-records.ts';
import { type ImportTarget, openImportTarget, Segment } from './segment.ts';
import { type CommitDeps, SegmentCommitter, toIndexError } from './segment-committer.ts';

interface CreationTarget {
  readonly namespace: string;
  readonly auid: string;
  /** User who creates the artifacts. Undefined if logins are disabled. */
  readonly by?: string | undefined;
}

/** Artifact to store, as an index entry and a gzip member. */
interface NewMember {
  /** Index entry. `stored` and `replacementFor` are set later. */
  readonly entry: ImportEntry;
  /** Buffers that make up the gzip member. */
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Artifact whose gzip member is in memory, so that it can wait for its group. */
interface SmallMember extends NewMember {
  readonly pieces: readonly Uint8Array[];
  /** Aborts when the client disconnects. An artifact that is still waiting at that time is not stored. */
  readonly signal: AbortSignal;
}

interface GroupLimits {
  /** Whether artifacts share segments and transactions. */
  readonly grouping: boolean;
  /** Time that the first artifact of a group waits for more artifacts, in milliseconds. */
  readonly delayMs: number;
  readonly sizeBytes: number;
  readonly records: number;
}

export type CreateOutcome =
  | {
      readonly created: 'stored';
      readonly artifact: ArtifactName;
      readonly key: string;
      readonly stored: StoredMember;
      readonly storeMs: number;
      readonly collectionMs: number;
      /** True if the artifact repaired a damaged artifact that was committed. */
      readonly committed: boolean;
    }
  | { readonly created: 'duplicate'; readonly artifact: ArtifactName };

interface WaitingMember extends SmallMember {
  resolve(created: CreateOutcome): void;
  reject(error: unknown): void;
}

/**
 * Collects artifacts into groups by AU and user. `othersComing`: returns whether more artifacts may arrive soon. If
 * not, the first artifact of a group does not wait.
 */
export class GroupCommit {
  readonly #deps: CommitDeps;
  readonly #committer: SegmentCommitter;
  readonly #limits: GroupLimits;
  readonly #othersComing: () => boolean;
  /** Waiting artifacts by AU and user. An entry also exists while one of its groups is being committed. */
  readonly #waiting = new Map<string, WaitingMember[]>();

  constructor(deps: CommitDeps, limits: GroupLimits, othersComing: () => boolean) {
    this.#deps = deps;
    this.#committer = new SegmentCommitter(deps);
    this.#limits = limits;
    this.#othersComing = othersComing;
  }

  /** Stores the artifact. Resolves when it is durable or found to be a duplicate. */
  store(au: CreationTarget, member: SmallMember): Promise<CreateOutcome> {
    if (!this.#limits.grouping) return this.storeAlone(au, member);
    return new Promise((resolve, reject) => this.#enqueue(au, { ...member, resolve, reject }));
  }

  /** Stores an artifact in a segment of its own, for example because its gzip member is too large for memory. */
  async storeAlone(au: CreationTarget, member: NewMember): Promise<CreateOutcome> {
    const created = await this.#commit(au, [member]);
    return created.get(member.entry)!;
  }

  #enqueue(au: CreationTarget, member: WaitingMember): void {
    // Group by user as well, because the journal records one user per group.
    const name = JSON.stringify([au.namespace, au.auid, au.by]);
    const waiting = this.#waiting.get(name);
    if (waiting) {
      waiting.push(member);
      return;
    }
    this.#waiting.set(name, [member]);
    void this.#commitGroups(name, au);
  }

  /**
   * Commits groups until no artifact is waiting. The first group waits briefly for more artifacts. Each later group
   * consists of artifacts that arrived during the previous commit.
   */
  async #commitGroups(name: string, au: CreationTarget): Promise<void> {
    const waiting = this.#waiting.get(name)!;
    if (this.#othersComing()) await sleep(this.#limits.delayMs);
    while (waiting.length > 0) await this.#commitGroup(au, waiting.splice(0, this.#groupSize(waiting)));
    this.#waiting.delete(name);
  }

  #groupSize(waiting: readonly WaitingMember[]): number {
    const { records, sizeBytes } = this.#limits;
    let bytes = 0;
    const over = waiting.findIndex(({ pieces }, i) => {
      for (const { length } of pieces) bytes += length;
      return i > 0 && (bytes > sizeBytes || i >= records);
    });
    return over < 0 ? waiting.length : over;
  }

  /** Commits a group. Never rejects; passes errors to the callers that wait for their artifacts. */
  async #commitGroup(au: CreationTarget, group: readonly WaitingMember[]): Promise<void> {
    try {
      const members = group.filter(({ signal }) => !signal.aborted);
      for (const { signal, reject } of group) if (signal.aborted) reject(signal.reason);
      if (members.length === 0) return;
      const created = await this.#commit(au, members);
      for (const { entry, resolve } of members) resolve(created.get(entry)!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #commit(au: CreationTarget, members: readonly NewMember[]): Promise<Map<ImportEntry, CreateOutcome>> {
    const { target, created, replacements } = await this.#lookUp(au, members).catch((error: unknown) => {
      throw toIndexError(error);
    });
    const rest = members.filter(({ entry }) => !created.has(entry));
    if (rest.length === 0) return created;
    const { segment, kept } = await this.#fill(target, rest, replacements);
    const entries = rest.map(({ entry }) => entry);
    const { outcomes } = await this.#committer.commit({
      ...{ target, segment, entries, kept },
      provenance: { via: 'create', by: au.by },
    });
    entries.forEach((entry, i) => {
      created.set(entry, toCreateOutcome(outcomes[i]!, entry, segment));
    });
    return created;
  }

  async #lookUp(
    au: CreationTarget,
    members: readonly NewMember[],
  ): Promise<{
    target: ImportTarget;
    created: Map<ImportEntry, CreateOutcome>;
    replacements: ArtifactReplacement[];
  }> {
    const target = await openImportTarget(this.#deps.db, au);
    // Created artifacts are uncommitted, so artifacts of a pending group cannot be duplicates of each other.
    const context = { ...target, pending: () => undefined };
    const comparable = members.filter(({ entry }) => !entry.storeDuplicate).map(({ entry }) => entry.record);
    const known = target.wasDamaged ? members.map(({ entry }) => entry.record) : comparable;
    const states = await readUrlStates(this.#deps.db, target.auId, listUrlsToLookUp(known, context));
    const duplicates = findCertainDuplicates(comparable, states, context);
    const created = new Map<ImportEntry, CreateOutcome>();
    const replacements: ArtifactReplacement[] = [];
    const tracker = new ReplacementTracker();
    for (const { entry } of members) {
      const duplicate = duplicates.get(entry.record);
      if (duplicate?.disposition === 'decided') {
        created.set(entry, { created: 'duplicate', artifact: duplicate.verdict.artifact });
      }
      const damaged = duplicate ? undefined : states.get(entry.record.url)?.damaged;
      entry.replacementFor = damaged && tracker.take(damaged, entry.record, { brings: false });
      if (entry.replacementFor !== undefined) replacements.push({ entry, own: [] });
    }
    return { target, created, replacements };
  }

  async #fill(
    target: ImportTarget,
    members: readonly NewMember[],
    replacements: readonly ArtifactReplacement[],
  ): Promise<{ segment: Segment; kept: KeptRecord[] }> {
    const segment = new Segment(this.#deps, target, 'created', 'recorded');
    const kept: KeptRecord[] = [];
    try {
      for (const { entry, pieces } of members) entry.stored = await appendMember(segment, pieces);
      await new KnownCaptures(this.#deps).carryOverCompanions(replacements, segment, kept);
      return { segment, kept };
    } catch (error) {
      await segment.abort();
      throw error;
    }
  }
}

async function appendMember(segment: Segment, pieces: NewMember['pieces']): Promise<StoredMember> {
  let offset: number | undefined;
  let length = 0;
  let crc = 0;
  for await (const piece of pieces) {
    crc = crc32(piece, crc);
    length += piece.length;
    const at = await segment.append(piece);
    offset ??= at;
  }
  if (offset === undefined) throw new Error('a member has no bytes');
  return { offset, length, crc32: crc };
}

function toCreateOutcome(
  outcome: EntryOutcome,
  { record, stored, storeDuplicate }: ImportEntry,
  { key, storeMs }: Segment,
): CreateOutcome {
  if (!('artifact' in outcome)) throw new Error('a created artifact is neither a revisit nor from elsewhere');
  const { artifact } = outcome;
  const committed = outcome.outcome === 'repaired' && outcome.committed;
  // Report the repair of a committed artifact as a duplicate, unless the client asked to store duplicates.
  if (outcome.outcome === 'duplicate' || (committed && !storeDuplicate)) {
    return { created: 'duplicate', artifact };
  }
  const dates =
    outcome.outcome === 'repaired' ? outcome.copy : { storeMs, collectionMs: record.collectionMs };
  return {
    created: 'stored',
    artifact,
    key,
    stored: stored!,
    storeMs: dates.storeMs,
    collectionMs: dates.collectionMs,
    committed,
  };
}
