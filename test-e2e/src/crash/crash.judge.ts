// Judges: services packages
// Shortened run of `npm run drill -- kill` that kills PostgreSQL.
import { expect, it } from '@jest/globals';
import { runShortCrash } from './short-crash.ts';

it('kill -9 of PostgreSQL during an import loses nothing that was acknowledged', async () => {
  expect(await runShortCrash('postgres')).toHaveLength(2);
}, 120_000);
