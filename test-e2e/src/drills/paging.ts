// Usage: npm run drill -- paging [ARTIFACTS]. Reads all pages of a large AU (default 200,000 artifacts) and of its
// namespace, 1,000 artifacts per page, while writers change them. Fails if the last pages take more than twice as long
// as the first.
import { startTestPostgres } from '@holdfast/testkit';
import { computeCosts } from '../paging/costs.ts';
import { runPagingDrill } from '../paging/paging.ts';
import { runDrill } from '../support/run-drill.ts';

const artifacts = Number(process.argv[2] ?? 200_000);
const limit = 1_000;

await runDrill(async () => {
  const { server } = await startTestPostgres({ unsafe: true });
  const outcomes = await runPagingDrill({
    databaseUrl: server.url,
    artifacts,
    limit,
    walks: 3,
    say: console.log,
  });
  const tooDear: string[] = [];
  for (const outcome of outcomes) {
    const { name, pages, firstMs, lastMs, busyMs } = computeCosts(outcome, limit);
    const ratio = lastMs / firstMs;
    const inside = busyMs === undefined ? '' : `, inside one URL ${busyMs.toFixed(1)} ms`;
    console.log(
      `${name}: ${pages} pages; first ${firstMs.toFixed(1)} ms, last ${lastMs.toFixed(1)} ms (${ratio.toFixed(2)})${inside}`,
    );
    if (ratio > 2) tooDear.push(name);
  }
  if (tooDear.length > 0)
    throw new Error(`the last pages cost more than twice the first: ${tooDear.join('; ')}`);
});
