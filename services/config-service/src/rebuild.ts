// Entry point of the program that restores this service's database from the journal in the object store. `holdfast keep
// rebuild` starts it.
import { parseArgs } from 'node:util';
import { listJournalObjects } from '@holdfast/journal';
import { applyMigrations, openDatabase } from '@holdfast/pg-kit';
import { readRebuildSettingsOfProcess } from './env.ts';
import { migrations } from './index/migrations/index.ts';
import type { ConfigSchema } from './index/schema/schema.ts';
import { describeRebuilt } from './journal/describe-rebuild.ts';
import { rebuildConfiguration } from './journal/rebuild.ts';
import { openJournalLocation } from './open-journal.ts';

/** Exit codes. `holdfast keep` uses the same codes. */
const exitCodes = { clean: 0, found: 1, failed: 3 } as const;

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return exitCodes.failed;
});

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      replace: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  });
  const settings = readRebuildSettingsOfProcess();
  const database = openDatabase<ConfigSchema>({
    url: settings.databaseUrl,
    poolSize: 4,
    applicationName: 'holdfast keep',
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    onError: () => undefined,
  });
  try {
    const place = await openJournalLocation(settings.objectStore, settings);
    try {
      // Creates the tables only if the object store contains a journal of this service.
      const hasJournal = (await listJournalObjects(place.store, place.prefix)).length > 0;
      if (hasJournal) await applyMigrations(database, migrations, { owner: 'configuration' });
      const rebuilt = await rebuildConfiguration({ db: database.kysely, place, replaces: values.replace });
      const isClean = rebuilt.lost.length === 0;
      if (values.json) process.stdout.write(`${JSON.stringify({ configuration: rebuilt })}\n`);
      else if (!values.quiet || !isClean) process.stdout.write(`${describeRebuilt(rebuilt).join('\n')}\n`);
      return isClean ? exitCodes.clean : exitCodes.found;
    } finally {
      await place.store.close();
    }
  } finally {
    await database.close();
  }
}
