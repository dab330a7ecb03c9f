// The object store on Garage, if it is in the cache. Too long for a judge; run by `npm run drill -- object-stores`.
import { findCachedGarage, startGarage } from '@holdfast/testkit';
import { onCluster } from './on-cluster.ts';

onCluster({
  name: 'Garage',
  checksums: 'WHEN_REQUIRED',
  // Garage's database accepts keys of 511 bytes, of which Garage itself uses 32.
  longestKeyBytes: 479,
  installed: findCachedGarage(),
  start: startGarage,
});
