// Process that kills itself while it places and lifts legal holds. Arguments: URL of the database, settings of the
// bucket as JSON, number of the request after which it kills itself.
import { type ObjectStoreSettings, openObjectStore } from '@holdfast/object-store';
import { openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { reconcileLegalHoldsPeriodically } from '../../../src/jobs/versions/legal-holds.ts';

const [url, bucket, last] = process.argv.slice(2) as [string, string, string];
let requests = 0;
const database = openDatabase<IndexSchema>({
  url,
  applicationName: 'killed',
  onError: () => undefined,
});
const store = await openObjectStore(JSON.parse(bucket) as ObjectStoreSettings, {
  onRequest: (operation) => {
    if (operation !== 'PutObjectLegalHold') return;
    requests += 1;
    if (requests === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
const log = createLog({ service: 'test', level: 'error' });
// Exits normally if the service has already done the work.
await reconcileLegalHoldsPeriodically({ database, store, log }, 1, AbortSignal.timeout(10_000));
process.exit();
