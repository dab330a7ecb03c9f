// The copy of the replay index as used by one process. Its pieces are files in a folder shared by all processes of the
// machine, any of which may make them (keep-copy.ts). Each process tracks changes by itself (freshness.ts).
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ConnectionSource } from '@holdfast/pg-kit';
import type { CaptureIndex } from '../domain/replay/capture-index.ts';
import type { CopyNews } from '../domain/replay/copy-news.ts';
import { earliest, parseSnapshot, type Snapshot, sees } from '../domain/replay/snapshot.ts';
import { readNewsSince, takeLease } from '../index/replay/copy-news.db.ts';
import { Cold, repeatWhenWarm } from './cold.ts';
import { type CopyLookups, copyLookups } from './copy-look-ups.ts';
import { DamagedPieceError } from './damaged-piece-error.ts';
import { Freshness } from './freshness.ts';
import { groupByNamespace, type HeldPiece, type HeldPieces, hasChanged, noteChanges } from './held-pieces.ts';
import type { CopyManifest, CopyPiece } from './manifest.ts';
import { OpenPiece } from './piece.ts';
import type { PieceMemory } from './piece-memory.ts';

export interface ReplayCopyDeps {
  readonly source: ConnectionSource;
  readonly folder: string;
  readonly memory: PieceMemory;
  newId(): string;
  /** Monotonic clock, in milliseconds. */
  nowMs(): number;
  /** Called for each look-up with who answered it. */
  onLookup(by: 'copy' | 'index'): void;
  /** Called for unreadable pieces, which are then no longer used. */
  onDamage(error: unknown): void;
}

export class ReplayCopy {
  readonly #deps: ReplayCopyDeps;
  readonly #holder: string;
  #manifest: CopyManifest | undefined;
  #all: readonly HeldPiece[] = [];
  #pieces: HeldPieces = new Map();
  #freshness: Freshness | undefined;
  readonly lookups: CopyLookups;

  constructor(deps: ReplayCopyDeps) {
    this.#deps = deps;
    this.#holder = deps.newId();
    this.lookups = copyLookups((namespace) => this.#pieces.get(namespace));
  }

  get manifest(): CopyManifest | undefined {
    return this.#manifest;
  }

  get pieces(): readonly HeldPiece[] {
    return this.#all;
  }

  /** All changes visible in this snapshot are known; undefined while there is no copy. */
  get snapshot(): Snapshot | undefined {
    return this.#freshness?.snapshot;
  }

  get captures(): number {
    return this.#all.reduce((sum, { of }) => sum + of.captures, 0);
  }

  get bytes(): number {
    return this.#all.reduce((sum, { of }) => sum + of.bytes, 0);
  }

  /** Reads the latest changes. Rejects with errors of PostgreSQL. */
  async hear(): Promise<void> {
    await this.#freshness?.current();
  }

  /** Returns what the copy finds; undefined if it cannot answer. Never rejects. */
  async find<Found>(look: () => Found | Cold | undefined): Promise<Found | undefined> {
    try {
      const isCurrent = this.#freshness?.current();
      const found = isCurrent === true || (await isCurrent) ? await warm(look) : undefined;
      this.#deps.onLookup(found === undefined ? 'index' : 'copy');
      return found;
    } catch (error) {
      if (error instanceof DamagedPieceError) this.#drop(error);
      this.#deps.onLookup('index');
      return undefined;
    }
  }

  /** Opens exactly the pieces that the manifest names. */
  async hold(manifest: CopyManifest): Promise<void> {
    if (this.#manifest?.id !== manifest.id) this.#letGo();
    const held = new Map(this.#all.map((one) => [one.of.file, one]));
    const opened: HeldPiece[] = [];
    const pieces: HeldPiece[] = [];
    for (const of of manifest.pieces) {
      const known = held.get(of.file);
      const one = known ?? (await this.#open(of));
      if (one) pieces.push(one);
      if (one && !known) opened.push(one);
    }
    const isKnown = await this.#learn(manifest.id, opened, () => this.#replace(manifest, pieces));
    if (!isKnown) for (const { piece } of opened) await piece.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.#letGo());
  }

  /**
   * Reads the changes since the oldest of these pieces. Returns false and does nothing else if the database
   * does not know the copy any more.
   */
  async #learn(id: string, opened: readonly HeldPiece[], then: () => void): Promise<boolean> {
    const oldest = earliest(opened.map(({ snapshot }) => snapshot));
    if (!oldest) {
      then();
      return true;
    }
    let isKnown = false;
    const ask = async (known: Snapshot) => {
      const news = await readNewsSince(this.#deps.source, id, earliest([oldest, known])!);
      if (!news) return known;
      isKnown = true;
      this.#note(news, known);
      for (const one of opened) noteChanges(one, news.changes, this.#deps.nowMs());
      then();
      return news.snapshot;
    };
    if (this.#freshness) await this.#freshness.between(ask);
    else this.#freshness = this.#freshnessOf(id, await ask(oldest));
    return isKnown;
  }

  #freshnessOf(id: string, snapshot: Snapshot): Freshness {
    const { source, nowMs } = this.#deps;
    const holder = this.#holder;
    return new Freshness(
      {
        newsSince: (since) => readNewsSince(source, id, since),
        leaseAndNews: (since, ms) => takeLease(source, id, since, { holder, ms }),
        onNews: (news, since) => this.#note(news, since),
        onForgotten: () => this.#letGo(),
        nowMs,
        later: (ms, work) => void setTimeout(work, ms).unref(),
      },
      snapshot,
    );
  }

  /** Changes visible before that snapshot have already been noted. */
  #note({ changes }: CopyNews, since: Snapshot): void {
    const more = changes.filter(({ xid }) => !sees(since, xid));
    if (more.length === 0) return;
    for (const one of this.#all) noteChanges(one, more, this.#deps.nowMs());
  }

  async #open(of: CopyPiece): Promise<HeldPiece | undefined> {
    try {
      const piece = await OpenPiece.open(this.#deps.memory, join(this.#deps.folder, of.file));
      return {
        of,
        snapshot: parseSnapshot(of.snapshot),
        piece,
        changes: [],
        hasMore: false,
        changedMs: undefined,
      };
    } catch (error) {
      // Another process may have replaced the file meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#deps.onDamage(error);
      return undefined;
    }
  }

  #replace(manifest: CopyManifest, pieces: readonly HeldPiece[]): void {
    const gone = new Set(this.#all);
    const places = new Map(manifest.pieces.map((of) => [of.file, of]));
    for (const held of pieces) {
      gone.delete(held);
      stateAsOf(held, places.get(held.of.file)!);
    }
    this.#manifest = manifest;
    this.#all = pieces;
    this.#pieces = groupByNamespace(pieces);
    for (const { piece } of gone) void piece.close();
  }

  /** Drops an unreadable piece; the next round makes it anew. */
  #drop(error: DamagedPieceError): void {
    this.#deps.onDamage(error);
    const whole = this.#all.filter(({ piece }) => piece.path !== error.path);
    if (this.#manifest) this.#replace(this.#manifest, whole);
  }

  #letGo(): Promise<void>[] {
    const closing = this.#all.map(({ piece }) => piece.close());
    this.#manifest = undefined;
    this.#all = [];
    this.#pieces = new Map();
    this.#freshness = undefined;
    return closing;
  }
}

/** Updates the piece's snapshot: another process may know that nothing has changed until a later one. */
function stateAsOf(held: HeldPiece, of: CopyPiece): void {
  if (held.of.snapshot === of.snapshot) return;
  const snapshot = parseSnapshot(of.snapshot);
  held.of = of;
  held.snapshot = snapshot;
  held.changes = held.changes.filter(({ xid }) => !sees(snapshot, xid));
  if (!hasChanged(held)) held.changedMs = undefined;
}

/** Loads bytes that were not read recently in other threads first. */
async function warm<Found>(look: () => Found | Cold | undefined): Promise<Found | undefined> {
  const found = look();
  return found instanceof Cold ? repeatWhenWarm(found, look) : found;
}

// The replay index with a copy in front of it. The copy answers while all changes are known; all other
// queries go to the index.

/** Once `signal` is aborted, the copy is not used any more and a walk ends with the signal's reason. */
export function copiedCaptures(copy: ReplayCopy, index: CaptureIndex, signal?: AbortSignal): CaptureIndex {
  const find = async <Found>(look: () => Found | Cold | undefined, goesOn = false) => {
    // Synchronous answers never wait, so a longer walk yields to other work first.
    if (goesOn) await setImmediate();
    signal?.throwIfAborted();
    return copy.find(look);
  };
  return {
    ...index,
    ofKey: async (scope, key, page) =>
      (await find(() => copy.lookups.ofKey(scope, key, page), page.after !== undefined)) ??
      index.ofKey(scope, key, page),
    around: async (scope, key, sides, limit) =>
      (await find(() => copy.lookups.around(scope, key, sides, limit))) ??
      index.around(scope, key, sides, limit),
    ofSpan: async (scope, span, page) =>
      (await find(() => copy.lookups.ofSpan(scope, span, page), page.after !== undefined)) ??
      index.ofSpan(scope, span, page),
  };
}
