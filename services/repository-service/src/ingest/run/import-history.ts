// Records the history of imports for users: the user, the file, the AU, the times, the progress and the result. An
// import never waits for its history to be written. A short import takes one database statement; a long import takes a
// few per minute.

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

/** Values that are known when an import starts. */
export type StartedImport = Omit<
  RecordedImport,
  'id' | 'startedMs' | 'uploadBytes' | 'counts' | 'ended' | 'process'
>;

/** Returns the current progress. Called at intervals. */
export type ImportState = () => { readonly uploadBytes: number; readonly counts: ImportCounts };

export interface ImportHistory {
  /** Records the start of an import. Returns a function to be called once with the result. Both return immediately. */
  begin(about: StartedImport, state: ImportState): (end: Omit<ImportEnd, 'ms'>) => void;
  /** Resolves when no write is in progress. */
  settled(): Promise<void>;
}

export interface ImportHistoryDeps {
  readonly db: Executor<IndexSchema>;
  readonly log: Log;
  /** Key of the lock that proves that this process is alive. */
  readonly process: bigint;
  newId(): string;
  nowMs(): number;
}

/** An import that takes less time is recorded only at its end. */
const FIRST_AFTER_MS = 250;
const AGAIN_AFTER_MS = 2_000;
/** Old history is deleted once per this number of imports. */
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
        // The end must be written last, so it waits for any write in progress.
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
