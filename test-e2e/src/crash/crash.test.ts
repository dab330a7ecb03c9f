// The short form of `npm run drill -- kill`.
import { expect, it } from '@jest/globals';
import { crash } from './crash.ts';

it.each(['service', 'postgres'] as const)(
  'kill -9 of the %s during an import loses nothing that was acknowledged',
  async (victim) => {
    const outcomes = await crash({
      victim,
      instants: 2,
      records: 300,
      sendMs: 1_500,
      random: Math.random,
      say: () => undefined,
    });
    expect(outcomes).toHaveLength(2);
  },
  120_000,
);
