// Cache of exports. An export is created on its first request, cached while clients download it, and created again
// after its content changes. Its data is in anonymous files, which the operating system removes after a crash.

import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '@holdfast/service-kit';
import { findExportScope } from '../index/export/scope.db.ts';
import { hashAuid } from '../ingest/storing/segment.ts';
import { type ExportDeps, type ExportFile, type ExportOrder, makeExport } from './make-export.ts';

export interface RequestedExport extends ExportOrder {
  readonly user: string;
  /** ETag of the download that the client resumes. Undefined if the client sent none. */
  readonly tag: string | undefined;
  /** Whether the client requests a byte range. A range refers to the export that the client downloaded before. */
  readonly isRange: boolean;
}

export interface BorrowedExport {
  readonly file: ExportFile;
  /**
   * Releases the export. Call once. `isOutdated`: whether the export is unreadable, so that the next request must
   * create it again.
   */
  giveBack(isOutdated?: boolean): void;
}

/** Thrown if the export is not ready yet. The client should retry. */
export class ExportUnderWayError extends Error {
  override name = 'ExportUnderWayError';
}

const IDLE_MS = 10 * 60_000;
/** Maximum time that a request waits for the creation of its export. */
const PATIENCE_MS = 20_000;

interface CachedExport {
  readonly name: string;
  readonly made: Promise<ExportFile | 'empty' | undefined>;
  /** Undefined until the export has been created. */
  file?: ExportFile;
  readonly users: Set<string>;
  usedMs: number;
  borrowed: number;
  isDropped: boolean;
}

export interface ExportsDeps extends ExportDeps {
  /** Maximum number of exports that are created concurrently. Requests for more exports wait. */
  readonly madeAtOnce: number;
  /** Maximum number of cached exports. */
  readonly mostKept: number;
  nowMs(): number;
}

export class Exports {
  readonly #deps: ExportsDeps;
  readonly #making: Semaphore;
  readonly #stopping = new AbortController();
  readonly #sweeping: NodeJS.Timeout;
  #kept: CachedExport[] = [];

  constructor(deps: ExportsDeps) {
    this.#deps = deps;
    this.#making = new Semaphore(deps.madeAtOnce);
    this.#sweeping = setInterval(() => this.#sweep(), IDLE_MS / 10).unref();
  }

  /**
   * Borrows an export. Returns `empty` or undefined in the same cases as `makeExport`. Throws ExportUnderWayError and
   * the errors of `makeExport`.
   */
  async borrow(asked: RequestedExport): Promise<BorrowedExport | 'empty' | undefined> {
    const kept = this.#findDownloaded(asked) ?? (await this.#findOrStartExport(asked));
    if (!kept) return undefined;
    kept.users.add(asked.user);
    kept.borrowed += 1;
    kept.usedMs = this.#deps.nowMs();
    try {
      const file = await waitBriefly(kept.made);
      if (file !== undefined && file !== 'empty') return { file, giveBack: this.#createRelease(kept) };
      this.#drop(kept);
      this.#release(kept);
      return file;
    } catch (error) {
      this.#release(kept);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    this.#stopping.abort(new Error('the service is stopping'));
    const kept = this.#kept;
    for (const one of kept) this.#drop(one);
    await Promise.allSettled(kept.map(({ made }) => made));
  }

  /** Finds the cached export that this client downloaded before, even if its content is outdated. */
  #findDownloaded({ tag, isRange, user, ...wanted }: RequestedExport): CachedExport | undefined {
    const name = makeExportCacheKey(wanted);
    const own = this.#kept.filter((one) => one.name === name && one.file);
    if (tag !== undefined) return own.find(({ file }) => file?.tag === tag);
    return isRange ? own.findLast(({ users }) => users.has(user)) : undefined;
  }

  /** Returns an export of the current content. */
  async #findOrStartExport({
    selection,
    format,
    premis,
  }: RequestedExport): Promise<CachedExport | undefined> {
    const { namespace, auid } = selection;
    const place = { namespace, auidHash: auid === undefined ? undefined : hashAuid(auid) };
    const scope = await findExportScope(this.#deps.db, place);
    if (!scope) return undefined;
    const wanted = { selection, format, premis };
    const name = makeExportCacheKey(wanted);
    const found = this.#kept.findLast(
      (one) => one.name === name && (one.file?.state ?? scope.state) === scope.state,
    );
    return found ?? this.#startExport(name, wanted);
  }

  #startExport(name: string, wanted: ExportOrder): CachedExport {
    if (this.#kept.length >= this.#deps.mostKept && !this.#dropOldest()) {
      throw new ExportUnderWayError('the maximum number of exports is already running');
    }
    const { signal } = this.#stopping;
    const made = this.#making.run(signal, () => makeExport(this.#deps, wanted, signal));
    const usedMs = this.#deps.nowMs();
    const kept: CachedExport = { name, made, users: new Set(), usedMs, borrowed: 0, isDropped: false };
    this.#kept.push(kept);
    made.then(
      (file) => {
        if (typeof file === 'object') kept.file = file;
        if (kept.isDropped) this.#closeIfUnused(kept);
      },
      () => this.#drop(kept),
    );
    return kept;
  }

  #createRelease(kept: CachedExport) {
    return (isOutdated = false) => {
      if (isOutdated) this.#drop(kept);
      this.#release(kept);
    };
  }

  #release(kept: CachedExport): void {
    kept.borrowed -= 1;
    kept.usedMs = this.#deps.nowMs();
    if (kept.isDropped) this.#closeIfUnused(kept);
  }

  #sweep(): void {
    const longAgo = this.#deps.nowMs() - IDLE_MS;
    for (const one of this.#kept) {
      if (one.file && one.borrowed === 0 && one.usedMs < longAgo) this.#drop(one);
    }
  }

  /** Evicts the least recently used export. Returns false if all exports are in use. */
  #dropOldest(): boolean {
    const free = this.#kept.filter(({ file, borrowed }) => file && borrowed === 0);
    const [oldest] = free.toSorted((a, b) => a.usedMs - b.usedMs);
    if (oldest) this.#drop(oldest);
    return oldest !== undefined;
  }

  /** Removes the export from the cache. Its files are closed after the last reader has finished. */
  #drop(kept: CachedExport): void {
    if (kept.isDropped) return;
    kept.isDropped = true;
    this.#kept = this.#kept.filter((one) => one !== kept);
    this.#closeIfUnused(kept);
  }

  #closeIfUnused(kept: CachedExport): void {
    if (kept.borrowed > 0) return;
    kept.file?.close().catch(() => undefined);
    delete kept.file;
  }
}

/** Returns the cache key of an export. */
function makeExportCacheKey({ selection, format, premis }: ExportOrder): string {
  const { namespace, auid, url, urlPrefix, fromMs, toMs, versions } = selection;
  return JSON.stringify([
    format,
    namespace,
    auid ?? null,
    url ?? null,
    urlPrefix ?? null,
    fromMs ?? null,
    toMs ?? null,
    versions,
    premis ?? null,
  ]);
}

async function waitBriefly<T>(made: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, 'late' as const, { signal: patience.signal, ref: false }).catch(
    () => 'late' as const,
  );
  try {
    const first = await Promise.race([made.then((value) => ({ value })), late]);
    if (first === 'late') throw new ExportUnderWayError('the export is still being prepared');
    return first.value;
  } finally {
    patience.abort();
  }
}
