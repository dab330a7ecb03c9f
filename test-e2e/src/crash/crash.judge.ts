// Covers: services packages
// Shortened runs of `npm run drill -- kill`: one kills the service, the other PostgreSQL.
import { expect, it } from '@jest/globals';
import { runShortCrash } from './short-crash.ts';

it.each([
  ['the service', 'service'],
  ['PostgreSQL', 'postgres'],
] as const)(
  'kill -9 of %s during an import loses nothing that was acknowledged',
  async (_name, victim) => {
    expect(await runShortCrash(victim)).toHaveLength(2);
  },
  120_000,
);
