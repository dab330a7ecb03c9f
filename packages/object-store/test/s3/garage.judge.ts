// Judges: packages/object-store packages/testkit/src/clusters
// The object store on Garage, where it is in the cache; `npm run drill -- object-stores` puts it there.
import { garageInCache, startGarage } from '@holdfast/testkit';
import { onCluster } from './on-cluster.ts';

onCluster({
  name: 'Garage',
  checksums: 'WHEN_REQUIRED',
  // Its database takes keys of 511 bytes, of which it needs 32.
  longestKeyBytes: 479,
  installed: garageInCache(),
  start: startGarage,
});
