// Shortened run of `npm run drill -- kill` that kills the service. crash.judge.ts kills PostgreSQL.
import { expect, it } from '@jest/globals';
import { runShortCrash } from './short-crash.ts';

it('kill -9 of the service during an import loses nothing that was acknowledged', async () => {
  expect(await runShortCrash('service')).toHaveLength(2);
}, 120_000);
