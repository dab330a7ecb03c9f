// Judges: packages/object-store packages/testkit/src/clusters
// The object store on SeaweedFS, where it is in the cache; `npm run drill -- object-stores` puts it there.
import { seaweedfsInCache, startSeaweedfs } from '@holdfast/testkit';
import { onCluster } from './on-cluster.ts';

onCluster({
  name: 'SeaweedFS',
  checksums: 'WHEN_SUPPORTED',
  installed: seaweedfsInCache(),
  start: startSeaweedfs,
});
