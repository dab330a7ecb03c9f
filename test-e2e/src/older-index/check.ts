// Compares a repository with everything that it has acknowledged.
import { createHash } from 'node:crypto';
import { createRepositoryClient } from '@holdfast/client';
import type { TestRepositoryClient } from '@holdfast/testkit';
import type { AcknowledgedArtifact, IndexModel } from './model.ts';

export interface ModelComparison {
  readonly artifacts: number;
  readonly deleted: number;
}

/**
 * Compares all artifacts with the model. Throws at the first artifact that is missing, differs, or was deleted and
 * exists again.
 */
export async function compareWithModel(
  client: TestRepositoryClient,
  model: IndexModel,
): Promise<ModelComparison> {
  const listed = await listAll(client);
  const names = new Set<string>();
  const byUrl = new Map<string, { at: number; version: number; uuid: string }[]>();
  let deleted = 0;
  for (const [at, artifact] of [...model.artifacts.values()].entries()) {
    const found = listed.get(artifact.uuid);
    if (artifact.deleted) {
      if (found) throw new Error(`a deleted artifact is back: ${JSON.stringify(artifact)}`);
      deleted += 1;
      continue;
    }
    if (!found) throw new Error(`an acknowledged artifact is missing: ${JSON.stringify(artifact)}`);
    await compareOne(client, artifact, found);
    const name = `${artifact.auid} ${artifact.url}`;
    if (names.has(`${name} ${found.version}`))
      throw new Error(`two artifacts are version ${found.version} of ${name}`);
    names.add(`${name} ${found.version}`);
    if (!artifact.unshipped)
      byUrl.set(name, [...(byUrl.get(name) ?? []), { at, version: found.version, uuid: artifact.uuid }]);
  }
  for (const [name, versions] of byUrl) {
    const inOrder = [...versions].sort((a, b) => a.version - b.version);
    if (inOrder.some(({ at }, i) => i > 0 && at < inOrder[i - 1]!.at))
      throw new Error(
        `versions of ${name} are not in the order in which they came: ${JSON.stringify(inOrder)}`,
      );
  }
  if (listed.size !== model.artifacts.size - deleted) {
    const extra = [...listed.keys()].filter((uuid) => !model.artifacts.has(uuid));
    throw new Error(`there are artifacts that were never acknowledged: ${extra.join(', ')}`);
  }
  return { artifacts: listed.size, deleted };
}

interface ListedState {
  readonly version: number;
  readonly committed: boolean;
}

async function listAll(client: TestRepositoryClient): Promise<Map<string, ListedState>> {
  const calls = createRepositoryClient(client.settings);
  const found = new Map<string, ListedState>();
  for await (const auid of calls.auids({})) {
    for await (const one of calls.artifacts({ auid, version: 'all', includeUncommitted: true }))
      found.set(one.uuid!, { version: one.version!, committed: one.committed! });
  }
  calls.close();
  return found;
}

async function compareOne(
  client: TestRepositoryClient,
  artifact: AcknowledgedArtifact,
  found: ListedState,
): Promise<void> {
  if (found.committed !== artifact.committed)
    throw new Error(`committed is ${found.committed} of ${JSON.stringify(artifact)}`);
  const payload = await client.bytes(`/artifacts/${artifact.uuid}/payload`, { includeContent: 'ALWAYS' });
  if (createHash('sha256').update(payload).digest('hex') !== artifact.sha256)
    throw new Error(`the content is another one: ${JSON.stringify(artifact)}`);
}
