// Imports an archive. A codec thread parses the upload, its records are written to segments, and a response line is
// sent for each durable record. Also records the history of imports that users see. Contains neither HTTP nor SQL.
import type { ImportSummary as WireSummary } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { PayloadReading } from '@holdfast/warc';
import { CompanionCounts } from '../../domain/companions/record-grouper.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { RecordType } from '../../domain/record/read-record.ts';
import type { IndexSchema } from '../../index/schema.ts';
import {
  deleteOldImports,
  type ImportCounts,
  type ImportEnd,
  MAX_STORED_IMPORTS,
  type RecordedImport,
  saveImport,
} from '../../index/view/imports.db.ts';
import {
  type DecisionRules,
  hasRecordIdentities,
  type IdentityRules,
} from '../../ingest/deciding/decisions.ts';
import type { CodecThreads, ReadOptions } from '../../ingest/reading/codec-threads.ts';
import type { InflationBound } from '../../ingest/reading/upload-gauge.ts';
import { type IngestDeps, importRecords } from '../../ingest/run/import-run.ts';
import { toClientMessage } from '../errors.ts';

interface ArchiveImport extends DecisionRules, StartedImport {
  /** Whether to store damaged records whose bytes are complete, and mark them as quarantined. */
  readonly quarantine: boolean;
  /**
   * How payloads are extracted. `recorded` keeps the chunk framing, so that digests match the digests of LOCKSS nodes.
   */
  readonly payloads: PayloadReading;
  /** Set if the records are artifacts of another repository that keep their UUIDs and versions. */
  readonly given?: IdentityRules | undefined;
  /** Counters of the import. */
  readonly summary: ImportSummary;
  readonly signal: AbortSignal;
  acknowledge(results: Acknowledgement[]): void;
  /** Called if the archive is a package, such as a WACZ. Warnings may then be reported until the end of the package. */
  beginPackage(): void;
  /** Called with a message for each inconsistency that concerns the whole archive. */
  warn(warning: string): void;
}

export interface ArchiveDeps {
  readonly ingest: IngestDeps;
  readonly codec: CodecThreads;
  readonly history: ImportHistory;
  /** Maximum inflated size of an archive. */
  readonly inflation: InflationBound;
  /** Called at the start of an import. `onImported` is called at its end. */
  onImport(): void;
  onImported(outcome: 'complete' | 'failed', imported: ImportTotals): void;
}

interface ImportTotals {
  readonly results: ImportCounts;
  /** Counts of the companion records (request, metadata, warcinfo). */
  readonly companions: CompanionCounts;
  readonly uploadBytes: number;
}

/**
 * Imports one archive. Takes ownership of the archive's chunks and frees their memory. If the import fails, records
 * that were acknowledged stay stored, and all other records of the archive are discarded.
 */
export async function importArchive(
  { ingest, codec, history, inflation, onImport, onImported }: ArchiveDeps,
  job: ArchiveImport,
  archive: AsyncIterable<Uint8Array>,
): Promise<void> {
  const results: Record<keyof ImportCounts, number> = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
  const { companions } = job.summary;
  const meter = { bytes: 0 };
  const imported = () => ({ results, companions, uploadBytes: meter.bytes });
  const acknowledge = (lines: Acknowledgement[]) => {
    for (const { verdict } of lines) results[verdict.status] += 1;
    job.summary.count(lines);
    job.acknowledge(lines);
  };
  onImport();
  const { user, requestId, namespace, auid, fileName, requestBytes } = job;
  const about = { user, requestId, namespace, auid, fileName, requestBytes };
  const end = history.begin(about, () => ({ uploadBytes: meter.bytes, counts: { ...results } }));
  try {
    const warn = (warning: string) => {
      job.summary.warnings.push(warning);
      job.warn(warning);
    };
    const bytes = countUploadBytes(archive, meter, () => job.beginPackage());
    const outputs = codec.read(bytes, job.signal, { ...readOptions(ingest, job), inflation, warn });
    const via = job.given ? ('migration' as const) : ('import' as const);
    const provenance = { via, by: user, file: fileName };
    await importRecords({ ...ingest, provenance }, { ...job, companions, acknowledge }, outputs);
    onImported('complete', imported());
    end({ outcome: 'complete', failure: undefined });
  } catch (error) {
    onImported('failed', imported());
    end(
      job.signal.aborted
        ? { outcome: 'cut', failure: undefined }
        : { outcome: 'failed', failure: toClientMessage(error) },
    );
    throw error;
  } finally {
    job.summary.uploadBytes = meter.bytes;
  }
}

function readOptions({ keepRecords }: IngestDeps, job: ArchiveImport): ReadOptions {
  const { quarantine: keepDamaged, payloads, given, namespace, auid } = job;
  // An upload from a LOCKSS repository contains only artifacts, no companion records.
  if (hasRecordIdentities(given)) return { keepDamaged, payloads, givenBy: { namespace, auid } };
  const companions = keepRecords === 'all' ? 'all' : 'requests';
  return { keepDamaged, payloads, companions, identities: given?.identities };
}

const ZIP = Buffer.from('PK', 'latin1');

async function* countUploadBytes(
  archive: AsyncIterable<Uint8Array>,
  meter: { bytes: number },
  beginPackage: () => void,
) {
  for await (const chunk of archive) {
    if (meter.bytes === 0 && ZIP.equals(chunk.subarray(0, ZIP.length))) beginPackage();
    meter.bytes += chunk.length;
    yield chunk;
    free(chunk);
  }
}

/** Frees the memory of a chunk immediately. Chunks left to the garbage collector would cause many full collections. */
function free({ buffer, byteLength }: Uint8Array): void {
  // Skips buffers that several chunks may share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

type StatusCounts = WireSummary['records']['response'];

/** Counts the results of an import. Returns the counts when the import ends. */
export class ImportSummary {
  readonly #records: Record<RecordType, StatusCounts> = {
    response: makeZeroCounts(),
    resource: makeZeroCounts(),
    revisit: makeZeroCounts(),
    other: makeZeroCounts(),
  };
  #quarantined = 0;
  readonly companions = new CompanionCounts();
  uploadBytes = 0;
  /** Warnings about the whole archive. */
  readonly warnings: string[] = [];

  count(lines: readonly Acknowledgement[]): void {
    for (const { ref, verdict } of lines) {
      this.#records[ref.type ?? 'other'][verdict.status] += 1;
      if (verdict.status === 'OK' && ref.quarantined !== undefined) this.#quarantined += 1;
    }
  }

  /** Returns the counts. `complete`: whether the whole archive was read. */
  told(complete: boolean): WireSummary {
    return {
      complete,
      records: this.#records,
      quarantined: this.#quarantined,
      companions: this.companions,
      uploadBytes: this.uploadBytes,
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
    };
  }
}

function makeZeroCounts(): StatusCounts {
  return { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
}

/** Values that are known when the import starts. */
type StartedImport = Omit<
  RecordedImport,
  'id' | 'startedMs' | 'uploadBytes' | 'counts' | 'ended' | 'process'
>;

/** Returns the current progress. Polled at intervals. */
type ImportState = () => { readonly uploadBytes: number; readonly counts: ImportCounts };

/**
 * History of imports: user, file, AU, times, progress and result. Imports do not wait for these database writes. A short
 * import causes one write; a long import causes a write about every two seconds.
 */
export interface ImportHistory {
  /**
   * Starts recording an import. Returns a function to call once with the result. Neither this call nor the returned
   * function waits for the database.
   */
  begin(about: StartedImport, state: ImportState): (end: Omit<ImportEnd, 'ms'>) => void;
  /** Resolves when all pending writes have finished. */
  settled(): Promise<void>;
}

interface ImportHistoryDeps {
  readonly db: Executor<IndexSchema>;
  readonly log: Log;
  /** Key of this process's advisory lock, which proves that the process is alive. */
  readonly process: bigint;
  newId(): string;
  nowMs(): number;
}

/** Delay before the first write. A shorter import is written only once, at its end. */
const FIRST_AFTER_MS = 250;
const AGAIN_AFTER_MS = 2_000;
/** Number of imports between two deletions of old history. */
const FORGET_EVERY = 100;

export function createImportHistory({ db, log, process, newId, nowMs }: ImportHistoryDeps): ImportHistory {
  const writing = new Set<Promise<void>>();
  let ended = 0;
  const track = (work: Promise<void>): Promise<void> => {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'the history of imports could not be written'))
      .finally(() => writing.delete(done));
    writing.add(done);
    return done;
  };
  return {
    begin: (about, state) => {
      const [id, startedMs] = [newId(), nowMs()];
      const note = (end?: ImportEnd) =>
        saveImport(db, { ...about, ...state(), id, startedMs, ended: end, process }, nowMs());
      let last: Promise<void> = Promise.resolve();
      let timer: NodeJS.Timeout | undefined;
      const noteIn = (ms: number): void => {
        timer = setTimeout(() => {
          last = track(note()).then(() => {
            if (timer !== undefined) noteIn(AGAIN_AFTER_MS);
          });
        }, ms).unref();
      };
      noteIn(FIRST_AFTER_MS);
      return (end) => {
        clearTimeout(timer);
        timer = undefined;
        const endedMs = nowMs();
        ended += 1;
        const isTime = ended % FORGET_EVERY === 0;
        // Wait for any pending progress write, so that the result is written last.
        void track(
          last.then(async () => {
            await note({ ...end, ms: endedMs });
            if (isTime) await deleteOldImports(db, MAX_STORED_IMPORTS);
          }),
        );
      };
    },
    settled: async () => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
