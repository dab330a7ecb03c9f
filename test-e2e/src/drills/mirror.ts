// Usage: npm run drill -- mirror [ARTIFACTS] [SEED]. Three nodes mirror each other. Then 5 % of the segments of one
// node are removed or damaged in all of its stores, and the node repairs itself from its peers. ARTIFACTS is the number
// of artifacts of each node.
import { startDrillServers } from '@holdfast/testkit';
import { runMirrorDrill } from '../mirror/three-nodes.ts';
import { runDrill } from '../support/run-drill.ts';

const artifacts = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  await startDrillServers();
  const options = { seed, artifacts, payloadBytes: 20_000, lostPercent: 5, say: console.log };
  console.log(JSON.stringify(await runMirrorDrill(options)));
});
