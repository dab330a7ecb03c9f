// The object store on SeaweedFS, if it is in the cache. Too long for a judge; run by `npm run drill -- object-stores`.
import { findCachedSeaweedfs, startSeaweedfs } from '@holdfast/testkit';
import { onCluster } from './on-cluster.ts';

onCluster({
  name: 'SeaweedFS',
  checksums: 'WHEN_SUPPORTED',
  installed: findCachedSeaweedfs(),
  start: startSeaweedfs,
});
