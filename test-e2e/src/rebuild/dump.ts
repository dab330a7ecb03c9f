// Dumps everything that the repository service returns about its content (listings, sizes, CDX) as lines of text.
import { createRepositoryClient } from '@holdfast/client';
import type { TestRepositoryClient } from '@holdfast/testkit';

export async function dumpRepository(
  client: TestRepositoryClient,
  hosts: readonly string[],
): Promise<string[]> {
  const calls = createRepositoryClient(client.settings);
  const lines: string[] = [];
  const add = async (listing: AsyncIterable<unknown>, before: string) => {
    for await (const item of listing) lines.push(`${before} ${textOf(item)}`);
  };
  const namespaces = await calls.getNamespaces();
  lines.push(`namespaces ${JSON.stringify(namespaces)}`);
  for (const namespace of namespaces) {
    for await (const auid of calls.auids({ namespace })) {
      const size = await calls.getArtifactsSize({ auid, namespace });
      lines.push(`size ${namespace} ${auid} ${JSON.stringify(size)}`);
      await add(calls.artifacts({ auid, namespace, version: 'all', includeUncommitted: true }), 'au');
      await add(calls.artifacts({ auid, namespace }), 'latest');
    }
    await add(calls.artifactsFromAllAus({ namespace, versions: 'all' }), 'namespace');
    for (const url of hosts) await add(calls.cdxLines({ namespace, url, matchType: 'domain' }), 'cdx');
  }
  calls.close();
  return lines;
}

/** Throws at the first line in which two dumps differ. */
export function compareDumps(before: readonly string[], after: readonly string[], what: string): void {
  const at = before.findIndex((line, i) => line !== after[i]);
  if (at === -1 && before.length === after.length) return;
  const [was, is] = at === -1 ? [before.length, after.length] : [before[at], after[at]];
  throw new Error(`${what}: line ${at + 1} was\n${was}\nand is\n${is}`);
}

function textOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}
