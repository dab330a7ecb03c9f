// The object store on SeaweedFS, if SeaweedFS is in the cache. Takes too long for `npm run judges`; run it with `npm
// run drill -- object-stores`.
import { findCachedSeaweedfs, startSeaweedfs } from '@holdfast/testkit';
import { testOnCluster } from './on-cluster.ts';

testOnCluster({
  name: 'SeaweedFS',
  checksums: 'WHEN_SUPPORTED',
  installed: findCachedSeaweedfs(),
  start: startSeaweedfs,
});
