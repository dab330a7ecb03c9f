// Compares a service's artifacts after a migration with the expected artifacts.
import { createHash } from 'node:crypto';
import type { TestRepositoryClient } from '@holdfast/testkit';
import type { ExpectedArtifact, MadeStore } from './made-store.ts';

/** Throws at the first artifact that differs. Also reads the payload of every n-th artifact, where n is `reads`. */
export async function compareArtifacts(
  client: TestRepositoryClient,
  { artifacts, deleted }: Pick<MadeStore, 'artifacts' | 'deleted'>,
  reads: number,
): Promise<void> {
  const wanted = new Map(artifacts.map((artifact) => [artifact.uuid, artifact]));
  const aus = new Map(artifacts.map(({ namespace, auid }) => [`${namespace} ${auid}`, { namespace, auid }]));
  for (const { namespace, auid } of aus.values()) {
    for (const found of await client.artifacts(auid, { namespace, includeUncommitted: true })) {
      const expected = wanted.get(found.uuid);
      if (!expected) throw new Error(`${found.uuid} is here, twice or without reason`);
      wanted.delete(found.uuid);
      const differing = Object.entries(expected).filter(
        ([name, value]) => found[name as keyof typeof found] !== value,
      );
      if (differing.length > 0)
        throw new Error(`${found.uuid} differs: ${JSON.stringify([differing, found])}`);
    }
  }
  if (wanted.size > 0)
    throw new Error(`${wanted.size} artifacts are missing: ${[...wanted.keys()].slice(0, 5)}`);
  for (let i = 0; i < artifacts.length; i += reads) await readPayload(client, artifacts[i]!);
  for (const { uuid, namespace } of deleted) {
    const { status } = await client.get(`/artifacts/${uuid}`, { namespace, includeContent: 'NEVER' });
    if (status !== 404) throw new Error(`the deleted artifact ${uuid} is answered with ${status}`);
  }
}

async function readPayload(client: TestRepositoryClient, expected: ExpectedArtifact): Promise<void> {
  const { uuid, namespace, contentDigest } = expected;
  const payload = await client.bytes(`/artifacts/${uuid}/payload`, { namespace });
  const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
  if (digest !== contentDigest) throw new Error(`${uuid} reads as something else`);
}
