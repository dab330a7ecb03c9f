// Group commit: artifacts created in one AU within a few milliseconds share a segment and an index transaction, and
// while one group is being committed the next one gathers.
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Entry, StoredMember } from '../domain/entry.ts';
import { type Au, type Created, commitCreated, type FilledSegment } from './commit-created.ts';
import type { SealDeps } from './sealer.ts';
import { Segment } from './segment.ts';
import type { Target } from './target.ts';

/** One artifact to be stored: its gzip member lies in memory. */
export interface NewMember {
  /** Not yet `stored`. */
  entry: Entry;
  /** The member, in pieces. */
  pieces: readonly Uint8Array[];
  /** Aborted: its client is gone, and it is not to be stored. */
  signal: AbortSignal;
}

export interface GroupLimits {
  /** False: every artifact has a segment and a transaction of its own. */
  grouping: boolean;
  /** How long the first of a group waits for others. */
  delayMs: number;
  sizeBytes: number;
  records: number;
}

interface Waiting extends NewMember {
  resolve(created: Created): void;
  reject(error: unknown): void;
}

/** Groups by AU. `othersComing`: whether waiting for others makes sense at all. */
export class GroupCommit {
  #deps: SealDeps;
  #limits: GroupLimits;
  #othersComing: () => boolean;
  /** The AUs with artifacts waiting or being committed. */
  #waiting = new Map<string, Waiting[]>();

  constructor(deps: SealDeps, limits: GroupLimits, othersComing: () => boolean) {
    this.#deps = deps;
    this.#limits = limits;
    this.#othersComing = othersComing;
  }

  /** Resolves when the artifact is durable, or known to be a duplicate. */
  store(au: Au, member: NewMember): Promise<Created> {
    return new Promise((resolve, reject) => {
      const waiting = { ...member, resolve, reject };
      if (this.#limits.grouping) this.#join(au, waiting);
      else void this.#commit(au, [waiting]);
    });
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
    while (waiting.length > 0) await this.#commit(au, waiting.splice(0, this.#groupSize(waiting)));
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
  async #commit(au: Au, group: readonly Waiting[]): Promise<void> {
    try {
      const members = group.filter(({ signal }) => !signal.aborted);
      for (const { signal, reject } of group) if (signal.aborted) reject(signal.reason);
      if (members.length === 0) return;
      const entries = members.map(({ entry }) => entry);
      const fill = (target: Target, wanted: readonly Entry[]) => this.#fill(target, members, wanted);
      const created = await commitCreated(this.#deps, au, entries, fill);
      for (const { entry, resolve } of members) resolve(created.get(entry)!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #fill(target: Target, members: readonly Waiting[], wanted: readonly Entry[]): Promise<FilledSegment> {
    const segment = new Segment(this.#deps, target, 'created');
    const isWanted = new Set(wanted);
    try {
      for (const { entry, pieces } of members) {
        if (isWanted.has(entry)) entry.stored = await appendMember(segment, pieces);
      }
      return segment;
    } catch (error) {
      await segment.abort();
      throw error;
    }
  }
}

/** Appends one member; answers where it lies. */
export async function appendMember(
  segment: Segment,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<StoredMember> {
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
