// Records failed client requests for the console. Failures are written in batches, because there can be many of them
// while a dependency is down. While the database is unreachable, the latest failures wait in memory.

import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { insertFailures, type RecordedFailure } from '../../index/view/failures.db.ts';

export interface FailureRecorder {
  /** Records a failure. Returns immediately. */
  met(failure: RecordedFailure): void;
  /** Tries to write the waiting failures. Resolves even if writing fails. */
  settled(): Promise<void>;
}

export interface FailureRecorderDeps {
  readonly db: Executor<IndexSchema>;
  readonly log: Log;
  /** Time that the first failure of a batch waits for more, in milliseconds. Default: 1,000. */
  readonly delayMs?: number;
}

const MAX_WAITING = 100;
/** Maximum number of waiting failures of one kind, so that a frequent kind does not displace the others. */
const MAX_ALIKE = 5;
const AGAIN_AFTER_MS = 10_000;

export function createFailureRecorder({ db, log, delayMs = 1_000 }: FailureRecorderDeps): FailureRecorder {
  let waiting: RecordedFailure[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeIn = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void write();
    }, ms).unref();
  };
  const write = (): Promise<void> => {
    writing ??= flush().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const flush = async (): Promise<void> => {
    const some = waiting;
    waiting = [];
    if (some.length === 0) return;
    try {
      await insertFailures(db, some);
    } catch (error) {
      log.warn({ err: error }, 'failures could not be recorded; this will be retried');
      waiting = [...some, ...waiting].slice(-MAX_WAITING);
      writeIn(AGAIN_AFTER_MS);
    }
  };
  return {
    met: (failure) => {
      const alike = waiting.filter((one) => isAlike(one, failure));
      if (alike.length >= MAX_ALIKE) waiting.splice(waiting.indexOf(alike[0]!), 1);
      else if (waiting.length >= MAX_WAITING) waiting.shift();
      waiting.push(failure);
      writeIn(delayMs);
    },
    settled: async () => {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      await write();
      clearTimeout(timer);
    },
  };
}

const isAlike = (one: RecordedFailure, other: RecordedFailure): boolean =>
  one.operation === other.operation && one.status === other.status && one.detail === other.detail;
