// Databases of the services: on the PostgreSQL server in DATABASE_URL, or on an embedded server that is started,
// restarted and stopped here.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from '@holdfast/pg-kit/ensure-database';
import { maintainDiskReserve } from './disk-reserve.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/start.ts';
import { StartupError } from './startup-error.ts';

export interface NodeDatabases {
  /** DATABASE_URL for the repository service. */
  readonly repositoryUrl: string;
  readonly configurationUrl: string;
  /** Stops the embedded server after it has written all data. Does not take longer than a fixed time. */
  stop(): Promise<void>;
  /** Kills the embedded server without a shutdown, as in a crash. */
  kill(): Promise<void>;
}

/** Uses one external database for both services. Each service has its own migration tables. */
export function useExternalDatabase(url: string): NodeDatabases {
  const nothing = async () => {};
  return { repositoryUrl: url, configurationUrl: url, stop: nothing, kill: nothing };
}

/**
 * Starts the embedded server and creates the databases. Throws `StartupError` if PostgreSQL cannot be started. Returns
 * undefined if `stop` aborts meanwhile.
 */
export async function startEmbeddedDatabases(
  say: (words: string) => void,
  folder: string,
  stop: AbortSignal,
): Promise<NodeDatabases | undefined> {
  const stopping = new AbortController();
  const started = await startEmbeddedPostgres({ folder, log: say, signal: stop }).catch((error: Error) => {
    if (stop.aborted) return undefined;
    throw new StartupError(`PostgreSQL could not be started: ${error.message}`);
  });
  if (started === undefined) return undefined;
  let postgres = started;
  // Ignores the rejection that occurs if a stop is requested between two attempts to restart the server.
  keepRunning().catch(() => undefined);
  const repositoryUrl = await ensureDatabase(postgres.url, 'repository');
  const configurationUrl = await ensureDatabase(postgres.url, 'configuration');
  const opens = async () => {
    const opened = await Promise.all([repositoryUrl, configurationUrl].map(hasSpaceForSession));
    return opened.every(Boolean);
  };
  void maintainDiskReserve({ file: join(folder, 'postgres', 'held-room'), opens }, stopping.signal);
  return {
    repositoryUrl,
    configurationUrl,
    async stop() {
      stopping.abort();
      await postgres.stop();
    },
    async kill() {
      stopping.abort();
      await postgres.kill();
    },
  };

  async function keepRunning(): Promise<void> {
    for (;;) {
      await postgres.exited;
      if (stopping.signal.aborted) return;
      say('PostgreSQL ended unexpectedly; starting it again.');
      postgres = await startAgain();
      // The stop was requested while the server was starting.
      if (stopping.signal.aborted) return await postgres.stop();
      say('PostgreSQL runs again.');
    }
  }

  /**
   * Restarts the server at the same address, because the services use it. Retries until the start succeeds: another
   * process may use the data for a short time.
   */
  async function startAgain(): Promise<EmbeddedPostgres> {
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 30_000)) {
      try {
        return await startEmbeddedPostgres({ folder, log: say });
      } catch (error) {
        say(
          `PostgreSQL could not be started (${error instanceof Error ? error.message : error}); trying again.`,
        );
        await sleep(waitMs, undefined, { signal: stopping.signal });
      }
    }
  }
}

const DISK_FULL = '53100';

async function hasSpaceForSession(url: string): Promise<boolean> {
  // Loads pg-kit on demand, because loading its query builder would take most of the start time.
  const { checkDatabase, openDatabase, findSqlState } = await import('@holdfast/pg-kit');
  const database = openDatabase({ url, applicationName: 'holdfast room', onError: () => undefined });
  try {
    await checkDatabase(database);
    return true;
  } catch (error) {
    return findSqlState(error) !== DISK_FULL;
  } finally {
    await database.close();
  }
}
