// Records the import history that users see: user, file, AU, times, progress and result. Imports do not wait for these
// database writes. A short import causes one write; a long import causes a write about every two seconds.

import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { IndexSchema } from '../../index/schema.ts';
import {
  deleteOldImports,
  type ImportCounts,
  type ImportEnd,
  MAX_STORED_IMPORTS,
  type RecordedImport,
  saveImport,
} from '../../index/view/imports.db.ts';

/** Values that are known when the import starts. */
export type StartedImport = Omit<
  RecordedImport,
  'id' | 'startedMs' | 'uploadBytes' | 'counts' | 'ended' | 'process'
>;

/** Returns the current progress. Polled at intervals. */
export type ImportState = () => { readonly uploadBytes: number; readonly counts: ImportCounts };

export interface ImportHistory {
  /** Starts recording an import. Returns a function to call once with the result. Neither waits for the database. */
  begin(about: StartedImport, state: ImportState): (end: Omit<ImportEnd, 'ms'>) => void;
  /** Resolves when all pending writes have finished. */
  settled(): Promise<void>;
}

export interface ImportHistoryDeps {
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
