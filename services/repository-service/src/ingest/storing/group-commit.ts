// Created artifacts on their way through the committer. Small ones of one AU that come within a few milliseconds share
// a segment and an index transaction, and while one group is being committed the next one gathers. Duplicates of what
// the index holds are told before anything is stored.
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Heir } from '../../domain/companions/arrangement.ts';
import { Inheritance } from '../../domain/damaged-copy.ts';
import { duplicatesBeforehand, urlsToLookUp } from '../../domain/dedup.ts';
import type { ArtifactName, Entry, Outcome, StoredMember } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { urlStates } from '../../index/known/known.db.ts';
import { KnownCaptures } from './known-captures.ts';
import { Segment, type Target, targetOf } from './segment.ts';
import { type CommitDeps, indexError, SegmentCommitter } from './segment-committer.ts';

interface Au {
  readonly namespace: string;
  readonly auid: string;
}

/** One artifact to be stored, with its gzip member. */
interface NewMember {
  /** Not yet `stored`, nor anybody's heir. */
  readonly entry: Entry;
  /** The member, in pieces. */
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A member that lies in memory, so that it can wait for others. */
interface SmallMember extends NewMember {
  readonly pieces: readonly Uint8Array[];
  /** Aborted: its client is gone, and it is not to be stored. */
  readonly signal: AbortSignal;
}

interface GroupLimits {
  /** False: every artifact has a segment and a transaction of its own. */
  readonly grouping: boolean;
  /** How long the first of a group waits for others. */
  readonly delayMs: number;
  readonly sizeBytes: number;
  readonly records: number;
}

export type Created =
  | {
      readonly created: 'stored';
      readonly artifact: ArtifactName;
      readonly key: string;
      readonly stored: StoredMember;
      readonly storeMs: number;
      readonly collectionMs: number;
      /** It took the place of a damaged copy that was. */
      readonly committed: boolean;
    }
  | { readonly created: 'duplicate'; readonly artifact: ArtifactName };

interface Waiting extends SmallMember {
  resolve(created: Created): void;
  reject(error: unknown): void;
}

/** Groups by AU. `othersComing`: whether waiting for others makes sense at all. */
export class GroupCommit {
  readonly #deps: CommitDeps;
  readonly #committer: SegmentCommitter;
  readonly #limits: GroupLimits;
  readonly #othersComing: () => boolean;
  /** The AUs with artifacts waiting or being committed. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(deps: CommitDeps, limits: GroupLimits, othersComing: () => boolean) {
    this.#deps = deps;
    this.#committer = new SegmentCommitter(deps);
    this.#limits = limits;
    this.#othersComing = othersComing;
  }

  /** Resolves when the artifact is durable, or known to be a duplicate. */
  store(au: Au, member: SmallMember): Promise<Created> {
    if (!this.#limits.grouping) return this.storeAlone(au, member);
    return new Promise((resolve, reject) => this.#join(au, { ...member, resolve, reject }));
  }

  /** The same in a segment of its own: for members too large to wait in memory. */
  async storeAlone(au: Au, member: NewMember): Promise<Created> {
    const created = await this.#commit(au, [member]);
    return created.get(member.entry)!;
  }

  #join(au: Au, member: Waiting): void {
    // Neither a namespace nor the other text can make two AUs the same.
    const name = `${au.namespace} ${au.auid}`;
    const waiting = this.#waiting.get(name);
    if (waiting) {
      waiting.push(member);
      return;
    }
    this.#waiting.set(name, [member]);
    void this.#commitGroups(name, au);
  }

  /** Until nobody waits. The first group gathers for a moment; later ones have gathered meanwhile. */
  async #commitGroups(name: string, au: Au): Promise<void> {
    const waiting = this.#waiting.get(name)!;
    if (this.#othersComing()) await sleep(this.#limits.delayMs);
    while (waiting.length > 0) await this.#commitGroup(au, waiting.splice(0, this.#groupSize(waiting)));
    this.#waiting.delete(name);
  }

  #groupSize(waiting: readonly Waiting[]): number {
    const { records, sizeBytes } = this.#limits;
    let bytes = 0;
    const over = waiting.findIndex(({ pieces }, i) => {
      for (const { length } of pieces) bytes += length;
      return i > 0 && (bytes > sizeBytes || i >= records);
    });
    return over < 0 ? waiting.length : over;
  }

  /** Never rejects: who waits is told. */
  async #commitGroup(au: Au, group: readonly Waiting[]): Promise<void> {
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

  async #commit(au: Au, members: readonly NewMember[]): Promise<Map<Entry, Created>> {
    const { target, created, heirs } = await this.#lookUp(au, members).catch((error: unknown) => {
      throw indexError(error);
    });
    const rest = members.filter(({ entry }) => !created.has(entry));
    if (rest.length === 0) return created;
    const { segment, kept } = await this.#fill(target, rest, heirs);
    const entries = rest.map(({ entry }) => entry);
    const { outcomes } = await this.#committer.commit({ target, segment, entries, kept });
    entries.forEach((entry, i) => {
      created.set(entry, createdBy(outcomes[i]!, entry, segment));
    });
    return created;
  }

  async #lookUp(
    au: Au,
    members: readonly NewMember[],
  ): Promise<{ target: Target; created: Map<Entry, Created>; heirs: Heir[] }> {
    const target = await targetOf(this.#deps.db, au);
    // Nothing that is pending is committed, so nothing can be its duplicate.
    const context = { ...target, pending: () => undefined };
    const comparable = members.filter(({ entry }) => !entry.storeDuplicate).map(({ entry }) => entry.record);
    const known = target.wasDamaged ? members.map(({ entry }) => entry.record) : comparable;
    const states = await urlStates(this.#deps.db, target.auId, urlsToLookUp(known, context));
    const duplicates = duplicatesBeforehand(comparable, states, context);
    const created = new Map<Entry, Created>();
    const heirs: Heir[] = [];
    const inheritance = new Inheritance();
    for (const { entry } of members) {
      const duplicate = duplicates.get(entry.record);
      if (duplicate?.disposition === 'decided') {
        created.set(entry, { created: 'duplicate', artifact: duplicate.verdict.artifact });
      }
      const damaged = duplicate ? undefined : states.get(entry.record.url)?.damaged;
      entry.heirOf = damaged && inheritance.take(damaged, entry.record, { brings: false });
      if (entry.heirOf !== undefined) heirs.push({ entry, own: [] });
    }
    return { target, created, heirs };
  }

  async #fill(
    target: Target,
    members: readonly NewMember[],
    heirs: readonly Heir[],
  ): Promise<{ segment: Segment; kept: KeptRecord[] }> {
    const segment = new Segment(this.#deps, target, 'created', 'recorded');
    const kept: KeptRecord[] = [];
    try {
      for (const { entry, pieces } of members) entry.stored = await appendMember(segment, pieces);
      await new KnownCaptures(this.#deps).bequeath(heirs, segment, kept);
      return { segment, kept };
    } catch (error) {
      await segment.abort();
      throw error;
    }
  }
}

/** Answers where the member lies. */
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

function createdBy(
  outcome: Outcome,
  { record, stored, storeDuplicate }: Entry,
  { key, storeMs }: Segment,
): Created {
  if (!('artifact' in outcome)) throw new Error('a created artifact is neither a revisit nor from elsewhere');
  const { artifact } = outcome;
  const committed = outcome.outcome === 'repaired' && outcome.committed;
  // What is committed already is no news to its client, although its bytes are; unless that wants no such news.
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
