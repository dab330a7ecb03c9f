// Judges: services/repository-service/src
// As second-look.test.ts, but with the clock of the service, which looks twice a minute.
import { it } from '@jest/globals';
import { expectForgotten } from './forgotten-damage.ts';

it('is forgotten by the service within a minute, and what is damaged still is not', async () => {
  await expectForgotten();
}, 300_000);
