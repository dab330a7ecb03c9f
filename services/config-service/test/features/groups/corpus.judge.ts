// Covers: services/config-service/src packages/tdb packages/auid packages/config-format
// Processes ten thousand real AUs with real plugins. Each operation is one request for all AUs.
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { testGroupRequests } from './golden-requests.ts';

describeWithCorpus('ten thousand real AUs', () => {
  testGroupRequests({
    plugins: corpus.path('plugins'),
    titles: corpus.path('tdb'),
    table: corpus.path('golden/tdb-aus.tsv'),
    count: 10_000,
    absentPlugin: 'org.lockss.plugin.highwire.HWDrupalPlugin',
    incompatible: /^Incompatible with plugin .*: The parameter year must be a year/,
    failures: 20,
  });
});
