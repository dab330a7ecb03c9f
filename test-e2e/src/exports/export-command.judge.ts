// Covers: packages/cli services/repository-service packages/warc
// Tests `./holdfast export` against both services: the file extension determines the format, and a bag contains the
// AU's configuration.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfigClient } from '@holdfast/client';
import { createTemporaryFolder, createTestDatabase, makeWarc, startProcess } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const password = 'correct horse';
const made = makeWarc(4, 1_000);
const auConfig = { handle: 'exported' };

let folder: string;
let auid: string;
let env: Record<string, string>;
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

beforeAll(async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [databaseUrl, configDatabase] = databases.map(({ url }) => url) as [string, string];
  folder = await createTemporaryFolder();
  const [{ client }, { url }] = await Promise.all([
    startRepository({ databaseUrl, objectStore: `fs:${folder}/store`, env: { ADMIN_PASSWORD: password } }),
    startConfig(configDatabase, password),
  ]);
  env = { HOLDFAST_URL: client.url, HOLDFAST_CONFIG_URL: url, HOLDFAST_PASSWORD: password };
  const config = createConfigClient({ url, user: 'admin', password });
  ({ auid } = await config.calculateAuid({ body: auConfig }));
  await config.putAuConfiguration({ auid, body: { auId: auid, auConfig } });
  config.close();
  const form = new FormData();
  form.set('auid', auid);
  form.set('archive', new Blob([new Uint8Array(made.bytes)]));
  const answer = await fetch(`${client.url}/archives`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  expect((await answer.text()).match(/"status":"OK"/g)).toHaveLength(4);
});

async function runExportCommand(...words: string[]): Promise<{ code: number | null; said: string }> {
  const started = await startProcess(process.execPath, [program, 'export', ...words], { env });
  const { code } = await started.exited;
  return { code, said: started.output() };
}

it('gets an AU as the file that the name ends like', async () => {
  const file = join(folder, 'au.warc.gz');
  expect((await runExportCommand(file, '--auid', auid)).code).toBe(0);
  expect((await readFile(file)).equals(made.bytes)).toBe(true);
});

it('makes a bag of an AU that has no configuration, and could have none', async () => {
  // Tests the AUID that the README uses, and an AUID of a plugin that does not exist.
  for (const made of ['sample', 'org|example|plugin|NonePlugin&handle~none']) {
    const form = new FormData();
    form.set('auid', made);
    form.set('archive', new Blob([new Uint8Array(makeWarc(1, 100).bytes)]));
    await fetch(`${env.HOLDFAST_URL}/archives`, { method: 'POST', body: form, headers: { authorization } });
    const bag = join(folder, `bag of ${made.slice(0, 6)}`);
    const { code, said } = await runExportCommand(bag, '--format', 'bag', '--auid', made);
    expect([code, said]).toEqual([0, expect.stringContaining('the bag has no configuration')]);
    expect((await readdir(join(bag, 'data'))).sort()).toEqual(['archive.warc.gz']);
    expect(await readFile(join(bag, 'manifest-sha256.txt'), 'utf8')).not.toContain('configuration');
  }
});

it('leaves no folder where a bag cannot be made', async () => {
  const bag = join(folder, 'no bag');
  const nowhere = ['--config-url', 'http://127.0.0.1:1'];
  expect((await runExportCommand(bag, '--format', 'bag', '--auid', auid, ...nowhere)).code).toBe(3);
  await expect(readdir(bag)).rejects.toThrow('ENOENT');
});

it('makes a bag of an AU and its configuration', async () => {
  const bag = join(folder, 'bag');
  expect(await runExportCommand(bag, '--format', 'bag', '--auid', auid)).toMatchObject({ code: 0 });
  const configuration = await readFile(join(bag, 'data/au-configuration.json'));
  expect(JSON.parse(configuration.toString())).toMatchObject({ auId: auid, auConfig });
  expect((await readFile(join(bag, 'manifest-sha256.txt'))).toString()).toBe(
    `${sha256(made.bytes)}  data/archive.warc.gz\n${sha256(configuration)}  data/au-configuration.json\n`,
  );
  const again = await runExportCommand(bag, '--format', 'bag', '--auid', auid);
  expect(again).toEqual({ code: 2, said: `${bag} already contains a bag.\n` });
});

it('says what there is not', async () => {
  expect(await runExportCommand(join(folder, 'x.wacz'), '--auid', 'none')).toEqual({
    code: 1,
    said: 'There is no AU "none" in namespace "default".\n',
  });
  expect((await runExportCommand(join(folder, 'x.zip'))).code).toBe(2);
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
