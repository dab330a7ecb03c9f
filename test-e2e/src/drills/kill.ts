// Usage: npm run drill -- kill [INSTANTS]. Kills the service, then PostgreSQL, with SIGKILL at INSTANTS random moments
// (default 20) during imports.
import { chooseSeed } from '@holdfast/testkit';
import { runCrashDrill } from '../crash/crash.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const instants = Number(process.argv[2] ?? 20);

await runDrill(async () => {
  for (const victim of ['service', 'postgres'] as const) {
    const outcomes = await runCrashDrill({
      victim,
      instants,
      records: 2_000,
      sendMs: 3_000,
      random: createRandomFromSeed(chooseSeed(`kill -9 of the ${victim}`)).share,
      say: console.log,
    });
    const acknowledged = outcomes.reduce((sum, outcome) => sum + outcome.acknowledged, 0);
    console.log(`${victim}: ${outcomes.length} kills, ${acknowledged} acknowledged records, none lost.`);
  }
});
