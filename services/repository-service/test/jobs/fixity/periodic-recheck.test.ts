// The index stops listing damage soon after the damage has disappeared.
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { it } from '@jest/globals';
import { recheckDamagePeriodically } from '../../../src/jobs/fixity/periodic-recheck.ts';
import { expectForgotten } from './forgotten-damage.ts';

it('is forgotten, and what is damaged still is not', async () => {
  const log = createLog({ service: 'test', level: 'silent' });
  const settings = { fixityPeriodMs: 1, fixityBytesPerSecond: 1e9 };
  const stopping = new AbortController();
  await expectForgotten((keeper) => {
    const looks = [{ everyMs: 100, foundWithinMs: 600_000 }];
    const looking = recheckDamagePeriodically({ ...keeper, log }, settings, stopping.signal, looks);
    const stop = async () => {
      stopping.abort();
      await looking;
    };
    addCleanup(stop);
    return stop;
  });
}, 300_000);
