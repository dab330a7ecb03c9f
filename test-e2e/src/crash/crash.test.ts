// Short form of `npm run drill -- kill` for the service. crash.judge.ts does the same for PostgreSQL.
import { expect, it } from '@jest/globals';
import { shortCrash } from './short-crash.ts';

it('kill -9 of the service during an import loses nothing that was acknowledged', async () => {
  expect(await shortCrash('service')).toHaveLength(2);
}, 120_000);
