// Entry point of `holdfast keep`. Connects a command to the environment, the terminal and the signals of this process.

import { openObjectStore, ReplicatedStore } from '@holdfast/object-store';
import { applyMigrations, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import { keepCommands } from './cli/commands.ts';
import { type KeepTools, runKeep } from './cli/run-keep.ts';
import { serviceIdentity } from './domain/service-identity.ts';
import { readKeepSettingsOfProcess } from './env.ts';
import { createCopyCatalogue } from './index/copies/copy-catalogue.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// Stop when the parent process ends. Only the parent forwards signals, so this process could not be interrupted any
// more.
process.once('disconnect', () => stopping.abort());
process.channel?.unref();

const withFoundations: KeepTools['withFoundations'] = async (work) => {
  const settings = readKeepSettingsOfProcess();
  const destination = { write: (line: string) => void process.stderr.write(line) };
  const log = createLog({ service: serviceIdentity.name, level: 'warn', destination });
  const database = openDatabase<IndexSchema>({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: 'holdfast keep',
    // Statements have no time limit here, because one statement may scan a whole table.
    statementTimeoutMs: 0,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  try {
    const catalogue = createCopyCatalogue(database.kysely);
    const store = await openObjectStore(settings.objectStore, {}, { catalogue });
    try {
      return await work({
        database,
        store,
        settings,
        migrate: async () => {
          await applyMigrations(database, migrations, { owner: 'repository' });
          if (store instanceof ReplicatedStore) await store.copies.prepare();
        },
        log,
        newId: uuidv7,
        nowMs: Date.now,
      });
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
  }
};

process.exitCode = await runKeep({
  words: process.argv.slice(2),
  commands: keepCommands,
  output: process.stdout,
  errorOutput: process.stderr,
  signal: stopping.signal,
  withFoundations,
});
