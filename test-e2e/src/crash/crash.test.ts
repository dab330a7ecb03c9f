// The short form of `npm run drill -- kill`.
import { printedSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { seeded } from '../support/seeded.ts';
import { crash } from './crash.ts';

it.each(['service', 'postgres'] as const)(
  'kill -9 of the %s during an import loses nothing that was acknowledged',
  async (victim) => {
    const outcomes = await crash({
      victim,
      instants: 2,
      records: 300,
      sendMs: 1_500,
      random: seeded(printedSeed(`kill -9 of the ${victim}`)).share,
      say: () => undefined,
    });
    expect(outcomes).toHaveLength(2);
  },
  120_000,
);
