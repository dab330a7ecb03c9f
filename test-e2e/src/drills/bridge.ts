// Usage: npm run drill -- bridge [SECONDS] [SEED] [AUS]. Makes changes of all kinds to AUS AUs (default 20) for SECONDS
// (default 300). Meanwhile kills and restarts the bridge, the listener and ActiveMQ at random moments, alone and in
// pairs. Fails if the listener missed a change or received the changes of an AU out of order. Needs Java 17 and Maven.
import { startDrillServers } from '@holdfast/testkit';
import { installListener } from '../bridge/bridged-node.ts';
import { killBridgeParts } from '../bridge/kill-the-bridge.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const [seconds, seed, aus] = [
  Number(process.argv[2] ?? 300),
  Number(process.argv[3] ?? Date.now() % 1_000_000),
  Number(process.argv[4] ?? 20),
];
const reportProgress = (words: string) =>
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${words}`);

await runDrill(async () => {
  const listener = await installListener();
  if ('missing' in listener) throw new Error(listener.missing);
  reportProgress(`seed ${seed}`);
  await startDrillServers();
  const plan = {
    ...listener,
    aus,
    forMs: seconds * 1_000,
    pauseMs: 200,
    random: createRandomFromSeed(seed).share,
    say: reportProgress,
  };
  const { kills, together, changes, received, again, faults } = await killBridgeParts(plan);
  reportProgress(
    `killed: ${JSON.stringify(kills)}, ${together} times two at once; ${changes} changes, ${received} messages heard, ${again} of them again`,
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  reportProgress('Every change was heard, in the order of its AU.');
});
