// The object store on Garage, where it is in the cache: too long for a judge, run by `npm run drill -- object-stores`.
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
