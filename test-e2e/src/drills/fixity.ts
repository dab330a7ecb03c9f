// Usage: npm run drill -- fixity [ARCHIVES]. Measures the throughput of fixity checks over ARCHIVES archives (default
// 64) of 1,000 pages of 20 KB, then over twice as many, and repeats this with small pages. Fails if a store twice as
// large takes more than 2.2 times as long.
import { startTestPostgres } from '@holdfast/testkit';
import { type FixityPace, measureFixityPace } from '../rot/fixity-pace.ts';
import { runDrill } from '../support/run-drill.ts';

const archives = Number(process.argv[2] ?? 64);
const mostTimes = 2.2;

await runDrill(async () => {
  for (const recordBytes of [20_000, 900]) {
    const { server } = await startTestPostgres({ unsafe: true });
    const paces = await measureFixityPace({
      databaseUrl: server.url,
      archives,
      records: 1_000,
      recordBytes,
      walks: 3,
    });
    console.log(`records of ${recordBytes} bytes`);
    console.table(paces.map(roundFixityPace));
    const [single, double] = paces;
    const times = double.seconds / single.seconds;
    console.log(`a store twice as large took ${times.toFixed(2)} times the time`);
    if (times > mostTimes) throw new Error('a larger store costs more than in proportion');
  }
});

function roundFixityPace({ artifacts, megabytes, seconds }: FixityPace) {
  return {
    artifacts,
    MB: Math.round(megabytes),
    seconds: Number(seconds.toFixed(2)),
    'MB/s': Number((megabytes / seconds).toFixed(1)),
    'artifacts/s': Math.round(artifacts / seconds),
  };
}
