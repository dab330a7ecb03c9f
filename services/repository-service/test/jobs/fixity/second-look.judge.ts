// Covers: services/repository-service/src
// Runs the cases of periodic-recheck.test.ts with the service's own schedule of two checks per minute.
import { it } from '@jest/globals';
import { expectForgotten } from './forgotten-damage.ts';

it('is forgotten by the service within a minute, and what is damaged still is not', async () => {
  await expectForgotten();
}, 300_000);
