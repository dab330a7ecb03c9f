// Compares the index with the `fs` object store of a service, using its API and the store's folder.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ListedArtifact } from '@holdfast/testkit';
import type { RepositoryServer } from '../support/repository-server.ts';
import type { SeededRandom } from '../support/seeded.ts';

/**
 * Checks that every object outside the journal contains artifacts or other stored records, that every artifact has its
 * object, and that sampled payloads match their digests. Returns the number of artifacts.
 */
export async function checkStore(
  server: RepositoryServer,
  storeFolder: string,
  random: SeededRandom,
): Promise<number> {
  const listed = await listAllStored(server);
  const pointedAt = new Set(listed.map(({ storageUrl }) => new URL(storageUrl).pathname.slice(1)));
  const objects = join(storeFolder, 'objects');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const keys = files.map((file) => file.slice(objects.length + 1));
  const stored = new Set(keys.filter((key) => !/^(journal|journal-copy|manifests)\//.test(key)));
  const unnamed = [...stored].filter((key) => !pointedAt.has(key));
  const orphans = unnamed.filter((key) => !hasOnlyLooseRecords(join(objects, key)));
  const missing = [...pointedAt].filter((key) => !stored.has(key));
  if (orphans.length + missing.length > 0) {
    throw new Error(`${orphans.length} objects without artifacts: ${orphans[0]}; ${missing.length} missing`);
  }
  for (let i = 0; i < 100; i++) await checkPayload(server, random.pick(listed));
  return listed.length;
}

/**
 * Returns whether an object contains only records that are not artifacts. The service stores such records even if the
 * upload contains no artifact.
 */
function hasOnlyLooseRecords(file: string): boolean {
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  return !/^WARC-Type: (response|resource|revisit)\r$/m.test(text) && /^\{"kept":/m.test(text);
}

type LocatedArtifact = ListedArtifact & { storageUrl: string };

async function listAllStored({ client }: RepositoryServer): Promise<LocatedArtifact[]> {
  const all: LocatedArtifact[] = [];
  for (let continuationToken: string | undefined = ''; continuationToken !== undefined; ) {
    const page: { artifacts: LocatedArtifact[]; pageInfo: { continuationToken?: string } } =
      await client.json('/artifacts', {
        limit: 2_000,
        continuationToken,
      });
    all.push(...page.artifacts);
    continuationToken = page.pageInfo.continuationToken;
  }
  return all;
}

async function checkPayload(
  { client }: RepositoryServer,
  { uuid, contentDigest, contentLength }: LocatedArtifact,
) {
  if (contentLength > 10_000_000) return;
  const payload = await client.bytes(`/artifacts/${uuid}/payload`);
  const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
  if (digest !== contentDigest) throw new Error(`wrong bytes of ${uuid}`);
}
