// Usage: npm run drill -- migrate [AUS] [ARTIFACTS OF AN AU] [KILLS] [ROUNDS]. Kills the CLI and the service with
// SIGKILL while the store of a LOCKSS node is migrated, and compares every artifact. Then compares, in ROUNDS rounds,
// the speed of a migration with a plain import of the same files.
import { chooseSeed } from '@holdfast/testkit';
import { measureMigrationRates, migrateUnderFaults } from '../migrate/migrate-under-faults.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const [aus, artifactsOfAu, kills, rounds] = [200, 500, 10, 5].map((usual, i) =>
  Number(process.argv[2 + i] ?? usual),
);

await runDrill(async () => {
  const plan = {
    ...{ aus: aus!, artifactsOfAu: artifactsOfAu!, kills: kills!, payloadBytes: 4_000, jobs: 2 },
    random: createRandomFromSeed(chooseSeed('kills during a migration')).share,
    say: console.log,
  };
  const { artifacts, deleted } = await migrateUnderFaults(plan);
  console.log(
    `${artifacts.length} artifacts, each once and as it was; ${deleted.length} deleted ones are not there.`,
  );
  const rates = await measureMigrationRates(plan, rounds!);
  const shares: number[] = [];
  for (const { migration, verification, plainImport } of rates.rounds) {
    shares.push(plainImport / migration);
    console.log(
      `migrated in ${migration.toFixed(1)} s, compared in ${verification.toFixed(1)} s, ` +
        `plain import ${plainImport.toFixed(1)} s: ${shares.at(-1)!.toFixed(2)} of its rate`,
    );
  }
  const middle = shares.toSorted((one, other) => one - other)[Math.floor(shares.length / 2)]!;
  const ofEach = `${artifacts.length} artifacts, ${rates.megabytes.toFixed(0)} MB`;
  console.log(
    `The median of ${rounds} rounds of ${ofEach}: ${middle.toFixed(2)} of the rate of a plain import.`,
  );
});
