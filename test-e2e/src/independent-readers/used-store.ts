// Creates a store in a folder by operations of every kind: imports with duplicates and revisits, small and large
// creates, commits, deletes, compaction. Returns its files and the service's responses.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type RepositoryClient as Calls, createRepositoryClient } from '@holdfast/client';
import {
  createTemporaryFolder,
  createTestDatabase,
  type ListedArtifact,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { type CdxLine, parseHoldfastLines } from '../pywb/cdx-line.ts';
import { usageHosts, useRepository } from '../rebuild/use.ts';
import { runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';

export interface UsedStore {
  /** Absolute paths. */
  files: string[];
  folder: string;
  artifacts: StoredListing[];
  /** Captures by UUID. */
  captures: Map<string, CdxLine>;
  merged: number;
}

export type StoredListing = ListedArtifact & { namespace: string; storageUrl: string };

export async function createUsedStore({
  seed,
  artifacts,
}: {
  seed: number;
  artifacts: number;
}): Promise<UsedStore> {
  const folder = await createTemporaryFolder();
  const { url: databaseUrl } = await createTestDatabase();
  const place = { databaseUrl, objectStore: `fs:${folder}` };
  const env = { SEGMENT_RECORDS: '50', COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' };
  const server = await startRepository({ ...place, env });
  const { client } = server;
  await useRepository({ client, seed, artifacts });
  await createLarge(createRepositoryClient(client.settings));
  const compacted = await runKeepCommand<{ counts: Record<string, number> }>(
    place,
    'compact',
    '--dead',
    '0',
    '--grace',
    '0s',
  );
  if (compacted.code !== 0) throw new Error(compacted.output);
  // Adds artifacts after the compaction, so that some objects are not merged.
  await useRepository({ client, seed: seed + 1, artifacts: Math.ceil(artifacts / 4) });
  const captures = new Map<string, CdxLine>();
  const listed: StoredListing[] = [];
  for (const namespace of ['default', 'other']) {
    listed.push(...(await listStoredArtifacts(client, namespace)));
    for (const host of usageHosts) {
      for (const line of await queryCdx(client, namespace, host)) {
        captures.set(line.filename.replace(/^.*:|\.warc\.gz$/g, ''), line);
      }
    }
  }
  await server.process.stop();
  const objects = join(folder, 'objects', 'ns');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const merged = compacted.result.counts['segments merged'] ?? 0;
  return { files, folder: join(folder, 'objects'), artifacts: listed, captures, merged };
}

async function createLarge({ create, updateArtifact }: Calls): Promise<void> {
  const noise = new Uint8Array(10 * 1024 * 1024);
  for (let i = 0; i < noise.length; i += 65_536) crypto.getRandomValues(noise.subarray(i, i + 65_536));
  const properties = { auid: 'large', uri: 'http://created.example/large' };
  const created = await create({ properties, payload: noise });
  if (created.isDuplicate) throw new Error('the large artifact is there already');
  await updateArtifact({ uuid: created.artifact.uuid!, body: { committed: true } });
}

async function listStoredArtifacts(
  client: TestRepositoryClient,
  namespace: string,
): Promise<StoredListing[]> {
  const { auids } = await client.json<{ auids: string[] }>('/aus', { namespace });
  const found: StoredListing[] = [];
  for (const auid of auids) {
    found.push(
      ...((await client.artifacts(auid, { namespace, includeUncommitted: true })) as StoredListing[]),
    );
  }
  return found;
}

async function queryCdx(client: TestRepositoryClient, namespace: string, host: string): Promise<CdxLine[]> {
  const response = await client.get(`/replay/cdxb/${namespace}`, { url: host, matchType: 'domain' });
  const body = Buffer.from(await response.arrayBuffer());
  return response.status === 404 ? [] : parseHoldfastLines(body);
}
