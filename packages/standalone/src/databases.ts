// Where the services keep their state: the PostgreSQL that DATABASE_URL names, or one of our own under the data
// folder, started, watched and stopped here.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from '@holdfast/pg-kit/ensure-database';
import { holdRoom } from './held-room.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/start.ts';
import { StartupError } from './startup-error.ts';

export interface Databases {
  /** `DATABASE_URL` of each service. */
  readonly repositoryUrl: string;
  readonly configurationUrl: string;
  /** Everything written down; bounded in time. */
  stop(): Promise<void>;
  /** At once, as a crash would. */
  kill(): Promise<void>;
}

/** The services keep apart inside one database: each names the tables that remember its migrations. */
export function givenDatabase(url: string): Databases {
  const nothing = async () => {};
  return { repositoryUrl: url, configurationUrl: url, stop: nothing, kill: nothing };
}

/** Throws `StartupError` when PostgreSQL cannot be started. Resolves to nothing when `stop` aborts before it is set up. */
export async function embeddedDatabases(
  say: (words: string) => void,
  folder: string,
  stop: AbortSignal,
): Promise<Databases | undefined> {
  const stopping = new AbortController();
  const started = await startEmbeddedPostgres({ folder, log: say, signal: stop }).catch((error: Error) => {
    if (stop.aborted) return undefined;
    throw new StartupError(`PostgreSQL could not be started: ${error.message}`);
  });
  if (started === undefined) return undefined;
  let postgres = started;
  // It ends when it is asked to stop, also while it waits to try again.
  keepRunning().catch(() => undefined);
  const repositoryUrl = await ensureDatabase(postgres.url, 'repository');
  const configurationUrl = await ensureDatabase(postgres.url, 'configuration');
  const opens = async () => {
    const opened = await Promise.all([repositoryUrl, configurationUrl].map(hasRoomForSession));
    return opened.every(Boolean);
  };
  void holdRoom({ file: join(folder, 'postgres', 'held-room'), opens }, stopping.signal);
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
      // Asked to stop while it was starting.
      if (stopping.signal.aborted) return await postgres.stop();
      say('PostgreSQL runs again.');
    }
  }

  /** On the same socket, which the services know. Tried until it works: its data may still be in use for a moment. */
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

async function hasRoomForSession(url: string): Promise<boolean> {
  // Loaded when room is scarce: it brings a query builder, which was most of what a start here had to load.
  const { checkDatabase, openDatabase, sqlState } = await import('@holdfast/pg-kit');
  const database = openDatabase({ url, applicationName: 'holdfast room', onError: () => undefined });
  try {
    await checkDatabase(database);
    return true;
  } catch (error) {
    return sqlState(error) !== DISK_FULL;
  } finally {
    await database.close();
  }
}
