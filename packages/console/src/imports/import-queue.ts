// Uploads files to the repository service, several at once. Skips files that were already imported, and resends
// interrupted files when the service is available again. After an error that would affect every file, pauses all
// uploads.
import type { ImportSummary } from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';
import type { ImportableFile } from './dropped-files.ts';
import {
  type AuImportProgress,
  COUNTER_BY_STATE,
  type FileState,
  ImportProgress,
  type MutableAuImportProgress,
} from './import-progress.ts';
import type { ImportedFileEntry, ImportedFileList } from './imported-files.ts';
import { createRecordCounts, type RecordCounts, type ReportedRecord, StatusLines } from './status-lines.ts';
import { emptyImportView, type ImportView, type PauseReason } from './view.ts';

export interface ImportOptions {
  readonly namespace: string;
  readonly auid: string;
  readonly storeDuplicate: boolean;
  /**
   * Regular expression for HTTP statuses. Records whose status matches are excluded. If empty, no record is excluded.
   */
  readonly excludeStatusPattern: string;
  readonly quarantine: boolean;
  /** Whether to send files that were already imported. */
  readonly again: boolean;
}

export interface QueuedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly options: ImportOptions;
  readonly state: FileState;
  readonly sentBytes: number;
  readonly counts: RecordCounts;
  /** Error message, if the file failed or was only partly imported. */
  readonly trouble: string | undefined;
}

export interface SentFile {
  readonly file: File;
  readonly options: ImportOptions;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
  onStatus(status: ReportedRecord): void;
}

export interface ImportDeps {
  /** Uploads a file. Rejects with ServiceError, whose status is undefined if the connection was lost. */
  send(sent: SentFile): Promise<ImportSummary | undefined>;
  /** Returns whether the repository service still contains the artifact. */
  isStillIn(artifact: string, namespace: string, signal: AbortSignal): Promise<boolean>;
  isThere(signal: AbortSignal): Promise<boolean>;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  openLedger(): Promise<ImportedFileList>;
  /** Called with the current state, at most once per `viewEveryMs`, so that the page has time to render it. */
  onView(view: ImportView): void;
  readonly viewEveryMs: number;
}

/** Number of concurrent uploads. */
const JOBS = 3;
const PROBE_MS = 3_000;
const MAX_TRIES = 4;

type QueueEntry = { -readonly [Key in keyof QueuedFile]: QueuedFile[Key] } & {
  readonly file: File;
  readonly standing: MutableAuImportProgress;
  tries: number;
};

export class ImportQueue {
  readonly #deps: ImportDeps;
  readonly #entries: QueueEntry[] = [];
  readonly #again: QueueEntry[] = [];
  readonly #standings = new ImportProgress();
  #next = 0;
  #workers = 0;
  #unwanted = new AbortController();
  #held: PauseReason | undefined;
  #trouble: string | undefined;
  #ledger: Promise<ImportedFileList> | undefined;
  #view: ImportView = emptyImportView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  lines = new StatusLines();

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  get files(): readonly QueuedFile[] {
    return this.#entries;
  }

  /** Progress per AU. The AU that most recently received files comes first. */
  get aus(): readonly AuImportProgress[] {
    return this.#standings.all;
  }

  add(files: readonly ImportableFile[], options: ImportOptions): void {
    const standing = this.#standings.add(options, files.length);
    for (const { path, file, sizeBytes } of files)
      this.#entries.push({
        ...{ path, file, sizeBytes, options, state: 'waiting', sentBytes: 0 },
        ...{ standing, counts: createRecordCounts(), trouble: undefined, tries: 0 },
      });
    this.#updateView({
      files: this.#view.files + files.length,
      waiting: this.#view.waiting + files.length,
      totalBytes: this.#view.totalBytes + files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    });
    if (this.#held === undefined) this.#startWorkers();
  }

  /** Aborts the uploads in progress. Acknowledged records stay stored. */
  stop(): void {
    this.#setPauseReason('stopped', undefined);
    this.#unwanted.abort(new DOMException('stopped', 'AbortError'));
  }

  /** Resumes the queue and retries failed files. */
  resume(): void {
    this.#unwanted = new AbortController();
    this.#setPauseReason(undefined, undefined);
    for (const entry of this.#entries)
      if (['brokenOff', 'refused', 'unreadable'].includes(entry.state)) this.#retry(entry);
    this.#startWorkers();
  }

  /** Removes all files and resets the counts. Call this only when no upload is in progress. */
  clear(): void {
    this.stop();
    this.#entries.length = 0;
    this.#again.length = 0;
    this.#standings.clear();
    this.#next = 0;
    this.#unwanted = new AbortController();
    this.#held = undefined;
    this.#trouble = undefined;
    this.lines = new StatusLines();
    this.#view = { ...emptyImportView, version: this.#view.version };
    this.#updateView({});
  }

  #startWorkers(): void {
    for (; this.#workers < JOBS && this.#hasMore(); this.#workers += 1)
      void this.#runWorker().finally(() => {
        this.#workers -= 1;
        this.#updateView({});
      });
  }

  #hasMore(): boolean {
    return this.#again.length > 0 || this.#next < this.#entries.length;
  }

  async #runWorker(): Promise<void> {
    this.#ledger ??= this.#deps.openLedger();
    const ledger = await this.#ledger;
    const { signal } = this.#unwanted;
    while (this.#held === undefined && !signal.aborted && this.#hasMore()) {
      const entry = this.#again.shift() ?? this.#entries[this.#next++]!;
      this.#setState(entry, 'sending');
      try {
        await this.#importFile(entry, ledger, signal);
      } catch (error) {
        await this.#handleFailure(entry, error, signal);
      }
    }
  }

  async #importFile(entry: QueueEntry, ledger: ImportedFileList, signal: AbortSignal): Promise<void> {
    const { file, options, path, sizeBytes } = entry;
    const { namespace, auid } = options;
    const known: ImportedFileEntry = { path, sizeBytes, changedMs: file.lastModified };
    if (!options.again) {
      const artifact = await ledger.find(options, known);
      if (artifact !== undefined && (await this.#deps.isStillIn(artifact, namespace, signal)))
        return this.#setState(entry, 'inAlready');
    }
    let artifact: string | undefined;
    let failure: string | undefined;
    const summary = await this.#deps.send({
      file,
      options,
      signal,
      onSent: (bytes) => {
        this.#updateView({ sentBytes: this.#view.sentBytes + bytes - entry.sentBytes });
        entry.sentBytes = bytes;
      },
      onStatus: (status) => {
        entry.counts[status.status] += 1;
        entry.standing.counts[status.status] += 1;
        this.lines.add({ file: path, namespace, auid }, status);
        artifact = status.artifactUuid ?? artifact;
        if (status.status === 'ERROR') failure = status.statusMessage;
        this.#updateView({});
      },
    });
    if (summary?.complete === false) return this.#setState(entry, 'brokenOff', failure);
    this.#setState(entry, 'imported');
    // Does not record files with failed records, because a retry may succeed. Does not record files without a stored
    // artifact either, because the artifact is needed later to check that the file is still imported.
    if (entry.counts.ERROR === 0 && artifact !== undefined) await ledger.add(options, known, artifact);
  }

  async #handleFailure(entry: QueueEntry, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return this.#retry(entry);
    const { status, detail, waitMs } = classifyUploadError(error);
    if (waitMs !== undefined) {
      this.#retry(entry);
      return this.#wait('busy', detail, waitMs, signal);
    }
    if (status !== undefined) {
      this.#setState(entry, 'refused', detail);
      // Status 400 concerns only this file. Any other error status would occur for every file.
      if (status !== 400) this.#setPauseReason('refused', detail);
      return;
    }
    if (!(await isReadable(entry.file))) return this.#setState(entry, 'unreadable');
    entry.tries += 1;
    if (entry.tries >= MAX_TRIES) return this.#setState(entry, 'brokenOff', detail);
    this.#retry(entry);
    await this.#wait('cut', undefined, PROBE_MS, signal);
  }

  /** Pauses all uploads until the service is available again. Does nothing if uploads are already paused. */
  async #wait(
    held: PauseReason,
    trouble: string | undefined,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#held !== undefined) return;
    this.#setPauseReason(held, trouble);
    do await this.#deps.pause(milliseconds, signal);
    while (!signal.aborted && this.#held === held && !(await this.#deps.isThere(signal)));
    if (signal.aborted || this.#held !== held) return;
    this.#setPauseReason(undefined, undefined);
    this.#startWorkers();
  }

  #setPauseReason(held: PauseReason | undefined, trouble: string | undefined): void {
    this.#held = held;
    this.#trouble = trouble;
    this.#updateView({});
  }

  #retry(entry: QueueEntry): void {
    entry.counts = createRecordCounts();
    this.#setState(entry, 'waiting');
    this.#again.push(entry);
  }

  #setState(entry: QueueEntry, state: FileState, trouble?: string): void {
    const of = (each: FileState, amount: number): Partial<ImportView> => ({
      [COUNTER_BY_STATE[each]]: this.#view[COUNTER_BY_STATE[each]] + amount,
    });
    entry.standing[COUNTER_BY_STATE[entry.state]] -= 1;
    entry.standing[COUNTER_BY_STATE[state]] += 1;
    this.#updateView(of(entry.state, -1));
    const isPast = state === 'imported' || state === 'inAlready';
    const sentBytes = isPast ? entry.sizeBytes : 0;
    this.#updateView({ ...of(state, 1), sentBytes: this.#view.sentBytes + sentBytes - entry.sentBytes });
    Object.assign(entry, { state, trouble, sentBytes });
  }

  #updateView(changes: Partial<ImportView>): void {
    this.#view = { ...this.#view, ...changes };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { counts } = this.lines;
      this.#view = { ...this.#view, version: this.#view.version + 1, counts: { ...counts } };
      this.#deps.onView({ ...this.#view, held: this.#held, trouble: this.#trouble });
    }, this.#deps.viewEveryMs);
  }
}

interface UploadErrorEffect {
  readonly status: number | undefined;
  readonly detail: string | undefined;
  /** Milliseconds to wait before a retry. Undefined if a retry would be useless. */
  readonly waitMs: number | undefined;
}

function classifyUploadError(error: unknown): UploadErrorEffect {
  if (!(error instanceof ServiceError))
    return { status: undefined, detail: (error as Error).message, waitMs: undefined };
  const { status, detail, retryAfterMs = 5_000 } = error;
  const mayPass = status !== undefined && [429, 502, 503].includes(status);
  return { status, detail, waitMs: mayPass ? Math.max(retryAfterMs, 1_000) : undefined };
}

/**
 * Returns whether the file can still be read. If it was changed or removed after the drop, the upload fails as if the
 * connection was lost.
 */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
