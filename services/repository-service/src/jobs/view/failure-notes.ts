// Failures that clients met, written down for people to look at, a few at a time: a flood of them, as while a dependency is
// away, becomes one statement now and then. Until the database can be reached they wait here, the newest of them.

import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { type Failure, noteFailures } from '../../index/view/failures.db.ts';

export interface FailureNotes {
  /** Returns at once. */
  met(failure: Failure): void;
  /** Writes what waits. Resolves when that was tried. */
  settled(): Promise<void>;
}

export interface FailureNotesDeps {
  readonly db: Executor<IndexSchema>;
  readonly log: Log;
  /** How long the first of some waits for others; default 1,000. */
  readonly delayMs?: number;
}

/** What waits at most. */
const MOST_WAITING = 100;
/** Of one kind: more of it would push others out of sight. */
const MOST_ALIKE = 5;
const AGAIN_AFTER_MS = 10_000;

export function failureNotes({ db, log, delayMs = 1_000 }: FailureNotesDeps): FailureNotes {
  let waiting: Failure[] = [];
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
      await noteFailures(db, some);
    } catch (error) {
      log.warn({ err: error }, 'failures could not be noted; it will be tried again');
      waiting = [...some, ...waiting].slice(-MOST_WAITING);
      writeIn(AGAIN_AFTER_MS);
    }
  };
  return {
    met: (failure) => {
      const alike = waiting.filter((one) => isAlike(one, failure));
      if (alike.length >= MOST_ALIKE) waiting.splice(waiting.indexOf(alike[0]!), 1);
      else if (waiting.length >= MOST_WAITING) waiting.shift();
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

const isAlike = (one: Failure, other: Failure): boolean =>
  one.operation === other.operation && one.status === other.status && one.detail === other.detail;
