// Usage: npm run drill -- restart [KILLS] [plain|orphans]. Kills all processes of npm start with SIGKILL and restarts
// it immediately, KILLS times (default 50). Then does the same under a PID 1 that does not reap orphaned processes.
// `plain` runs only the first part, `orphans` only the second.
import { chooseSeed } from '@holdfast/testkit';
import { openPidNamespace } from '../restart/pid-namespace.ts';
import { runRestartDrill } from '../restart/restart.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const kills = Number(process.argv[2] ?? 50);
const only = process.argv[3];

await runDrill(async () => {
  const random = createRandomFromSeed(chooseSeed('restart')).share;
  const plan = { kills, aliveMs: 3_000, random, say: console.log };
  if (only !== 'orphans')
    console.log(JSON.stringify(await runRestartDrill({ ...plan, pidNamespace: undefined })));
  if (only === 'plain') return;
  const pidNamespace = await openPidNamespace();
  if (pidNamespace === undefined) throw new Error('This system lets this user make no process namespace.');
  console.log('Now under a PID 1 that collects no orphans.');
  const outcome = await runRestartDrill({ ...plan, pidNamespace });
  console.log(JSON.stringify(outcome));
  if (outcome.zombies === 0) throw new Error('There was no zombie: that PID 1 collected orphans.');
  await pidNamespace.close();
});
