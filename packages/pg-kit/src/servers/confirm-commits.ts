// Detects commits that became visible before the synchronous standby had them. This happens if an administrator cancels
// the wait for the standby: PostgreSQL then reports success with a warning. Such a commit must not be acknowledged, and
// its data must not be used until the standby has it.
import pg from 'pg';
import { DatabaseUnavailableError } from '../connections/errors.ts';

/** Name of the PostgreSQL function that raises the warning. It identifies the warning, whose text may be translated. */
const ROUTINE = 'SyncRepWaitForLSN';

const WORDS =
  'PostgreSQL committed without waiting for its synchronous standby, so the commit may still be lost';

export interface CommitConfirmation {
  /** Watches a new connection for unconfirmed commits. */
  watch(client: pg.ClientBase): void;
  /** Throws DatabaseUnavailableError if the standby has not confirmed the last statement of this connection. */
  throwIfUnconfirmed(client: pg.ClientBase): void;
  /** Resolves when the standby has confirmed earlier commits. Rejects after `timeoutMs` (DatabaseUnavailableError). */
  confirmed(timeoutMs: number): Promise<void>;
  /**
   * Call this when another server has become the primary. Earlier warnings are then obsolete, because everything on the
   * new primary is confirmed.
   */
  forget(): void;
}

interface ConfirmationOptions {
  /** Returns the URL of the current primary. */
  readonly url: () => string;
  readonly onUnconfirmed: () => void;
}

export function confirmCommits({ url, onUnconfirmed }: ConfirmationOptions): CommitConfirmation {
  const unconfirmed = new WeakSet<pg.ClientBase>();
  let isOpen = false;
  let waiting: { readonly client: pg.Client; readonly done: Promise<void> } | undefined;

  /** Executes a synchronous commit, which returns when the standby has everything that was written before it. */
  function start(): { client: pg.Client; done: Promise<void> } {
    const client = new pg.Client({ connectionString: url(), application_name: 'holdfast confirm commits' });
    client.on('error', () => undefined);
    let isConfirmed = true;
    client.on('notice', ({ routine }) => {
      if (routine === ROUTINE) isConfirmed = false;
    });
    const done = (async () => {
      try {
        await client.connect();
        await client.query('set statement_timeout = 0');
        await client.query(`select pg_logical_emit_message(true, 'holdfast', '')`);
        if (isConfirmed) isOpen = false;
      } finally {
        waiting = undefined;
        client.end().catch(() => undefined);
      }
    })();
    done.catch(() => undefined);
    return { client, done };
  }

  return {
    watch(client) {
      client.on('notice', ({ routine }) => {
        if (routine !== ROUTINE) return;
        unconfirmed.add(client);
        isOpen = true;
        onUnconfirmed();
      });
    },
    throwIfUnconfirmed(client) {
      if (unconfirmed.delete(client)) throw new DatabaseUnavailableError(WORDS);
    },
    async confirmed(timeoutMs) {
      if (!isOpen) return;
      // All callers share one connection, because each connection would occupy a session until the standby is back.
      waiting ??= start();
      const { promise: tooLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      await Promise.race([waiting.done.catch(() => undefined), tooLate]);
      clearTimeout(timer);
      if (isOpen) throw new DatabaseUnavailableError(WORDS);
    },
    forget() {
      isOpen = false;
      waiting?.client.end().catch(() => undefined);
    },
  };
}
