// Finds orphaned objects, which interrupted imports leave behind and `holdfast keep sweep` removes. Compares the
// objects on the store's disk with the artifacts listed over HTTP.
import { runKeepCommand } from '../support/keep.ts';
import { listAllArtifacts } from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import { createPatientClient, type PatientClient } from './patient-client.ts';
import { makeGetRequest } from './requests.ts';

export interface SweepCounts {
  /** Number of segment objects that contain artifacts. */
  readonly used: number;
  readonly orphansBefore: number;
  readonly unfinishedBefore: number;
}

/** Runs the sweep while there are no writers. Throws unless exactly the objects that contain artifacts remain. */
export async function sweepOrphans({ postgres, store, repository }: ReplicaCluster): Promise<SweepCounts> {
  const used = await listUsedSegments(createPatientClient(repository.url, 60_000));
  const before = (await store.segments()).filter((key) => !used.has(key));
  const unfinishedBefore = (await store.unfinished()).length;
  const { OBJECT_STORE: objectStore = '', ...env } = store.env;
  const place = { databaseUrl: postgres.server.url, objectStore, env };
  const { code, output } = await runKeepCommand(place, 'sweep', '--age', '0s');
  if (code !== 0) throw new Error(`the sweep ended with ${code}: ${output}`);
  const after = await store.segments();
  const orphans = after.filter((key) => !used.has(key));
  if (orphans.length > 0) throw new Error(`${orphans.length} orphans are left: ${orphans.slice(0, 5)}`);
  if (after.length !== used.size) throw new Error(`${used.size - after.length} objects are missing`);
  const unfinished = await store.unfinished();
  if (unfinished.length > 0) throw new Error(`unfinished uploads are left: ${unfinished.slice(0, 5)}`);
  return { used: used.size, orphansBefore: before.length, unfinishedBefore };
}

async function listUsedSegments(client: PatientClient): Promise<Set<string>> {
  const used = new Set<string>();
  for (let token: string | undefined; ; ) {
    const { status, text } = await client.ask(makeGetRequest('/aus', { continuationToken: token }));
    if (status !== 200) throw new Error(`the list of AUs: ${status} ${text}`);
    const { auids, pageInfo } = JSON.parse(text) as {
      auids: string[];
      pageInfo: { continuationToken?: string };
    };
    for (const auid of auids) {
      for (const { storageUrl } of await listAllArtifacts(client, auid))
        used.add(parseSegmentKey(storageUrl));
    }
    token = pageInfo.continuationToken;
    if (token === undefined) return used;
  }
}

function parseSegmentKey(storageUrl: string): string {
  const [key] = /ns\/.*\.warc\.gz/.exec(decodeURIComponent(storageUrl)) ?? [];
  if (key === undefined) throw new Error(`${storageUrl} names no segment`);
  return key;
}
