// Usage: npm run drill -- mirror [ARTIFACTS] [SEED]. Mirrors three nodes, each with ARTIFACTS artifacts, into each
// other. Then removes or damages 5 % of one node's segments in all its stores, and checks that the node repairs itself
// from its peers.
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
