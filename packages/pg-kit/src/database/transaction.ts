// A transaction that is repeated when PostgreSQL asks for it: serialization failures and deadlocks.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { DatabaseUnavailableError, sqlState } from '../connections/errors.ts';

export interface TransactionOptions {
  readonly isolation?: IsolationLevel;
  /** Tries in all; default 5. */
  readonly attempts?: number;
  /** 0 ≤ n < 1, for the pause between tries; default Math.random. */
  readonly random?: () => number;
}

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/**
 * Runs `work` in a transaction and commits. On SQLSTATE 40001 or 40P01 everything is rolled back and `work` runs again,
 * so it must have no effects outside the transaction. Out of attempts: DatabaseUnavailableError, which a client may retry.
 */
export async function inTransaction<DB, Result>(
  db: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const { attempts = 5, random = Math.random } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await begin(db, options).execute(work);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt >= attempts) {
        throw new DatabaseUnavailableError(`a transaction gave way to others ${attempts} times`, {
          cause: error,
        });
      }
      await sleep(random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempt - 1)));
    }
  }
}

function begin<DB>(db: Kysely<DB>, { isolation }: TransactionOptions) {
  return isolation === undefined ? db.transaction() : db.transaction().setIsolationLevel(isolation);
}

function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}
