// Everything that the service tells of what it holds, as lines of text: listings, sizes, CDX.
import type { RepositoryClient } from '@holdfast/testkit';

export async function dump(client: RepositoryClient, hosts: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const namespaces = await client.json<string[]>('/namespaces');
  lines.push(`namespaces ${JSON.stringify(namespaces)}`);
  for (const namespace of namespaces) {
    for (const auid of await all<string>(client, '/aus', 'auids', { namespace })) {
      const au = `/aus/${encodeURIComponent(auid)}`;
      const size = await client.json(`${au}/size`, { namespace });
      lines.push(`size ${namespace} ${auid} ${JSON.stringify(size)}`);
      const query = { namespace, version: 'all', includeUncommitted: true };
      for (const artifact of await all(client, `${au}/artifacts`, 'artifacts', query)) {
        lines.push(`au ${JSON.stringify(artifact)}`);
      }
      const latest = await all(client, `${au}/artifacts`, 'artifacts', { namespace });
      for (const artifact of latest) lines.push(`latest ${JSON.stringify(artifact)}`);
    }
    for (const artifact of await all(client, '/artifacts', 'artifacts', { namespace, versions: 'all' })) {
      lines.push(`namespace ${JSON.stringify(artifact)}`);
    }
    for (const host of hosts) lines.push(...(await cdx(client, namespace, host)));
  }
  return lines;
}

/** Throws at the first line that is not the same. */
export function sameDump(before: readonly string[], after: readonly string[], what: string): void {
  const at = before.findIndex((line, i) => line !== after[i]);
  if (at === -1 && before.length === after.length) return;
  const [was, is] = at === -1 ? [before.length, after.length] : [before[at], after[at]];
  throw new Error(`${what}: line ${at + 1} was\n${was}\nand is\n${is}`);
}

async function all<T>(
  client: RepositoryClient,
  path: string,
  of: string,
  query: Record<string, string | boolean>,
): Promise<T[]> {
  const found: T[] = [];
  for (let continuationToken: string | undefined; ; ) {
    const page = await client.json<{ pageInfo: { continuationToken?: string } }>(path, {
      ...query,
      continuationToken,
    });
    found.push(...(page as unknown as Record<string, T[]>)[of]!);
    // What links say differs with the port.
    continuationToken = page.pageInfo.continuationToken;
    if (continuationToken === undefined) return found;
  }
}

async function cdx(client: RepositoryClient, namespace: string, host: string): Promise<string[]> {
  const response = await client.get(`/replay/cdxb/${namespace}`, {
    url: host,
    matchType: 'domain',
    limit: 10_000_000,
  });
  const text = await response.text();
  if (response.status === 404) return [];
  if (response.status !== 200) throw new Error(`cdxb was answered with ${response.status} ${text}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `cdx ${line}`);
}
