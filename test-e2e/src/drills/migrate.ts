// npm run drill -- migrate [AUS] [ARTIFACTS OF AN AU] [KILLS]: kill -9 of the command line and of the service while a store of
// another node is migrated, every artifact compared; then the rate beside that of a plain import of the same files.
import { printedSeed } from '@holdfast/testkit';
import { migrateUnderFire, migrationRates } from '../migrate/migrate-under-fire.ts';
import { runDrill } from '../support/run-drill.ts';
import { seeded } from '../support/seeded.ts';

const [aus, artifactsOfAu, kills] = [200, 500, 10].map((usual, i) => Number(process.argv[2 + i] ?? usual));

await runDrill(async () => {
  const plan = {
    ...{ aus: aus!, artifactsOfAu: artifactsOfAu!, kills: kills!, payloadBytes: 4_000, jobs: 2 },
    random: seeded(printedSeed('kills during a migration')).share,
    say: console.log,
  };
  const { artifacts, deleted } = await migrateUnderFire(plan);
  console.log(
    `${artifacts.length} artifacts, each once and as it was; ${deleted.length} deleted ones are not there.`,
  );
  const { migration, verification, plainImport, megabytes } = await migrationRates(plan);
  const rate = (seconds: number) =>
    `${seconds.toFixed(1)} s (${(artifacts.length / seconds).toFixed(0)} artifacts, ${(megabytes / seconds).toFixed(0)} MB a second)`;
  console.log(
    `${megabytes.toFixed(0)} MB: migrated in ${rate(migration)}, compared in ${rate(verification)}.`,
  );
  console.log(
    `Plain import of its files: ${rate(plainImport)}; the migration is ${(plainImport / migration).toFixed(2)} times as fast.`,
  );
});
