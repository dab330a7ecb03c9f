// Usage: npm run drill -- copies [SECONDS] [SEED] [BROKEN]. Runs two replicas with copies of the replay index
// on one PostgreSQL for SECONDS (default 300), under readers, writers, kills, damage and long transactions.
// Fails if an answer is older than what was acknowledged before the question was sent. BROKEN disables a
// safeguard in the database to show that the drill detects stale answers: `leases` (writers no longer wait
// for leases) or `triggers` (copies are no longer notified of changes).
import { type Broken, copies } from '../copies/copies.ts';
import { faultNames } from '../copies/faults.ts';
import { runDrill } from '../support/run-drill.ts';
import { seeded } from '../support/seeded.ts';

const seconds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const broken = process.argv[4] as Broken | undefined;
const say = (words: string) =>
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${words}`);

const SHOWN = 20;
/** Runs each fault once, then some faults that leave the copies more time. */
const random = seeded(seed);
const faults = [
  ...faultNames.toSorted(() => random.share() - 0.5),
  ...Array.from({ length: 100 }, () =>
    random.pick([...faultNames, 'worker', 'pause', 'damage', 'transaction'] as const),
  ),
];

await runDrill(async () => {
  console.log(`${seconds} s from seed ${seed}`);
  const plan = { captures: 30_000, readersAtEach: 6, faultPauseMs: 4_000, faults, seed, broken, say };
  const outcome = await copies({ ...plan, forMs: seconds * 1_000 });
  const { lookups, differences } = outcome;
  const times = faultNames.map((name) => `${name} ${outcome.faults.filter((one) => one === name).length}`);
  console.log(
    [
      `${outcome.answered} questions answered, ${outcome.refusedReads} refused or cut;`,
      `look-ups answered by the copy: ${lookups.copy}, by the index: ${lookups.index};`,
      `leases at ${outcome.leased} of ${outcome.samples} looks, of ${outcome.leaseHolders} processes;`,
      `${outcome.piecesMade} pieces made anew;`,
      `${outcome.writes} writes acknowledged, ${outcome.refusedWrites} refused or cut; ` +
        `the longest took ${outcome.longestWaitMs.toFixed(0)} ms;`,
      `faults: ${times.join(', ')};`,
      `${differences.length} differences.`,
    ].join('\n'),
  );
  for (const one of differences.slice(0, SHOWN)) console.log(`  ${one}`);
  if (differences.length > 0) throw new Error(`${differences.length} answers were not what they must be`);
  if (outcome.leased === 0) throw new Error('there was no lease: what the drill is for was not tried');
});
