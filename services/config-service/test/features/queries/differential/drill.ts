// Program that runs random queries against the service on an empty database. Arguments: database URL, number of
// queries, seed.
import { startOn } from '../sample-service.ts';
import { compareRandomQueries } from './differential.ts';

const [url = '', queries = '5000', seed = '1'] = process.argv.slice(2);
const samples = await startOn(url);
try {
  const outcome = await compareRandomQueries(samples, {
    seed: Number(seed),
    queries: Number(queries),
    say: console.log,
  });
  const { telling, rows, refused } = outcome;
  console.log(`${outcome.queries} queries, ${rows} rows, no difference from the brute-force reading;`);
  console.log(
    `${telling} selected some rows and not others, ${refused} were refused for their large numbers.`,
  );
} finally {
  await samples.stop();
}
