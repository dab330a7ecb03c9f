// Starts a node with content of every kind: the files of `examples` and, if the corpus is available, its plugins,
// titles and WARCs.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { corpus, formatBasicAuth } from '@holdfast/testkit';
import { type EmptyNode, type EmptyNodeOptions, examplesUrl, startEmptyNode } from './empty-node.ts';
import type { RouteValues } from './routes.ts';

export interface ConsoleNode extends EmptyNode {
  /** Values for the parameters of the console's routes, such as `auid` and `uuid`. */
  readonly subjects: RouteValues;
}

const WARCS = [
  'pywb/iana.warc.gz',
  'pywb/example.warc.gz',
  'pywb/dupes.warc.gz',
  'warcio/example-digest.warc',
];

/** Starts both services, which run until the end of the test file. `full`: also loads the corpus. */
export async function startConsoleNode(options: EmptyNodeOptions = {}): Promise<ConsoleNode> {
  const node = await startEmptyNode(options);
  const ofCorpus = options.full && corpus.available ? WARCS.map((path) => corpus.path(`warcs/${path}`)) : [];
  const archives = [fileURLToPath(new URL('sample.warc.gz', examplesUrl)), ...ofCorpus];
  return { ...node, subjects: await fill(node, archives) };
}

/** Imports the example archives into one AU, and configures the AUs of the example titles. */
async function fill(
  { repositoryUrl, configurationUrl, user, password }: EmptyNode,
  archives: readonly string[],
): Promise<RouteValues> {
  const headers = { authorization: formatBasicAuth(user, password) };
  const ask = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const plugin = { pluginId: 'org.example.plugin.TidesPlugin' };
  const auConfig = JSON.stringify({ base_url: 'http://www.example.org/', year: '2025' });
  const made = await ask(`${configurationUrl}/auids`, {
    method: 'POST',
    body: new URLSearchParams({ ...plugin, auConfig }),
  });
  const { auid } = (await made.json()) as { auid: string };
  const query = new URLSearchParams({ tdbAuQuery: 'select auId' });
  const titles = (await (await ask(`${configurationUrl}/ws/tdbaus?${query}`)).json()) as { auId?: string }[];
  const auids = new Set([auid, ...titles.flatMap(({ auId }) => auId ?? []).slice(0, 400)]);
  await ask(`${configurationUrl}/aus/add`, {
    method: 'POST',
    body: [...auids].join('\n'),
    headers: { 'content-type': 'text/plain' },
  });
  for (const archive of archives) {
    const form = new FormData();
    form.set('auid', auid);
    form.set('archive', new Blob([new Uint8Array(await readFile(archive))]), archive.split('/').at(-1));
    await (await ask(`${repositoryUrl}/archives`, { method: 'POST', body: form })).text();
  }
  const held = (await (await ask(`${repositoryUrl}/artifacts?limit=100`)).json()) as {
    artifacts: { uuid: string }[];
  };
  const requested = await ask(`${repositoryUrl}/checks`, {
    method: 'POST',
    body: JSON.stringify({ scope: { kind: 'au', auid } }),
    headers: { 'content-type': 'application/json' },
  });
  const { check } = (await requested.json()) as { check: string };
  const { uuid } = held.artifacts[0]!;
  return { auid, namespace: 'default', uuid, job: 'fixity', section: 'expert', check };
}
