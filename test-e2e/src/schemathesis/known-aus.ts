// Starts a configuration service with the examples' plugin and titles, a configuration source, and AUs in every
// possible state.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createTemporaryFolder, type TestRepositoryClient } from '@holdfast/testkit';
import { type ConfigServer, startConfig } from '../support/config-server.ts';
import type { ExampleAus } from './plausible-configuration.ts';

export interface ConfigWithAus extends ConfigServer {
  readonly authorization: string;
  readonly source: string;
}

const password = 'correct: horse, battery';
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const pluginId = 'org.example.plugin.TidesPlugin';
const namedPlugin = 'org.lockss.plugin.NamedPlugin';

export async function startConfigWithAus(
  databaseUrl: string,
  { url, authorization }: TestRepositoryClient,
): Promise<ConfigWithAus> {
  const source = join(await createTemporaryFolder(), 'node.txt');
  await writeFile(source, 'org.lockss.demo = true\n');
  const server = await startConfig(databaseUrl, password, {
    PLUGIN_SOURCES: `${examples}plugins`,
    TDB_SOURCES: `${examples}titles.tdb`,
    CONFIG_SOURCES: source,
    REPOSITORY_URL: url,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: password,
  });
  return { ...server, authorization, source };
}

/**
 * Creates AUs in every state: for example two configured AUs (one of them inactive), an AU that only the title database
 * contains, and an unknown AU.
 */
export async function makeExampleAus(config: ConfigWithAus): Promise<ExampleAus> {
  const year = (year: string) => ({
    auid: `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`,
    pluginId,
    auConfig: { base_url: 'http://www.example.org/', year },
  });
  const handle = (handle: string) => ({
    auid: `org|lockss|plugin|NamedPlugin&handle~${handle}`,
    pluginId: namedPlugin,
    auConfig: { handle },
  });
  const named = handle('handlehandle');
  const single = Array.from({ length: 12 }, (_, number) => handle(`single${number}`));
  const aus = [year('2025'), named, year('2024'), year('1999')];
  for (const { auid: auId, auConfig } of [...aus.slice(0, 2), ...single]) {
    await send(config, 'PUT', `/aus/${encodeURIComponent(auId)}`, { auId, auConfig });
  }
  await send(config, 'PUT', '/aus/deactivate', [named.auid]);
  return { aus, single: single.map(({ auid }) => auid), sources: [pathToFileURL(config.source).href] };
}

async function send({ url, authorization }: ConfigWithAus, method: string, path: string, body: unknown) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
