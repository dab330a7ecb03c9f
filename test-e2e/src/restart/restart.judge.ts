// Covers: services packages/standalone packages/pg-kit
// Shortened run of `npm run drill -- restart`.
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createRandomFromSeed } from '../support/seeded.ts';
import { openPidNamespace } from './pid-namespace.ts';
import { runRestartDrill } from './restart.ts';

const plan = (name: string) => ({
  kills: 2,
  aliveMs: 2_000,
  random: createRandomFromSeed(chooseSeed(name)).share,
  say: () => undefined,
});

it('npm start starts right after kill -9 of everything, with all that was acknowledged', async () => {
  const outcome = await runRestartDrill({ ...plan('restart'), pidNamespace: undefined });
  expect(outcome.kills).toBe(2);
}, 600_000);

it('npm start starts right after kill -9 of everything where PID 1 collects no orphans', async () => {
  const pidNamespace = await openPidNamespace();
  if (pidNamespace === undefined) {
    console.warn('not run: this system lets this user make no process namespace');
    return;
  }
  const outcome = await runRestartDrill({ ...plan('restart with zombies'), pidNamespace });
  expect(outcome.zombies).toBeGreaterThan(0);
  await pidNamespace.close();
}, 600_000);
