// The object store on Garage, if Garage is in the cache. Takes too long for `npm run judges`; run it with `npm run
// drill -- object-stores`.
import { findCachedGarage, startGarage } from '@holdfast/testkit';
import { testOnCluster } from './on-cluster.ts';

testOnCluster({
  name: 'Garage',
  checksums: 'WHEN_REQUIRED',
  // Garage's database accepts keys of 511 bytes. Garage uses 32 of them itself.
  longestKeyBytes: 479,
  installed: findCachedGarage(),
  start: startGarage,
});
