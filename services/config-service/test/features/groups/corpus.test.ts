// Processes the AUs of the test title database. Each operation is one request for all AUs. corpus.judge.ts does the
// same with ten thousand real AUs.
import { findFixture } from '@holdfast/testkit';
import { describe } from '@jest/globals';
import { testGroupRequests } from './golden-requests.ts';

describe('AUs of our own title database', () => {
  testGroupRequests({
    plugins: findFixture('plugins'),
    titles: findFixture('tdb'),
    table: findFixture('golden/tdb-aus.tsv'),
    // One of the ten entries in the title database is a duplicate.
    count: 10 - 1,
    absentPlugin: 'org.example.AbsentPlugin',
    incompatible: /^Incompatible with plugin .*: The parameter base_url must be an absolute URL/,
    failures: 2,
  });
});
