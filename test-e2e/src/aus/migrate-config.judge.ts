// Covers: packages/migrate-laaws packages/cli-kit packages/cli/src/aus services/config-service/src/features/au-records
// Migrates a LOCKSS node's configuration and AU state, without its content: from au.txt, from its backup file, and from
// the running node.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, createTestDatabase, startProcess } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { ZipFile } from 'yazl';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const password = 'hunter22';
const auidOf = (handle: string): string => `org|lockss|plugin|NamedPlugin&handle~${handle}`;
const peer = 'TCP:[192.0.2.7]:9729';
/** LOCKSS nodes abbreviate the IPv6 addresses of peers, except in the keys of `rawMap`. */
const [wholeIpv6, shortIpv6] = ['TCP:[2001:db8:0:0:0:0:0:1]:9729', 'TCP:[2001:db8::1]:9729'] as const;

let folder: string;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  await writeFile(join(folder, 'password'), password);
});

async function startConfigWithClient(env: Record<string, string> = {}) {
  const { url } = await startConfig((await createTestDatabase()).url, password, env);
  return { url, client: createTestConfigClient(url, password) };
}

async function runCommand(url: string, ...words: string[]): Promise<{ code: number | null; said: string }> {
  const started = await startProcess(process.execPath, [program, ...words], {
    env: { HOLDFAST_CONFIG_URL: url, HOLDFAST_PASSWORD: password },
  });
  const { code } = await started.exited;
  return { code, said: started.output() };
}

async function exportConfig(url: string, name: string): Promise<string> {
  const file = join(folder, name);
  expect((await runCommand(url, 'aus', 'export', file, '--quiet')).code).toBe(0);
  return readFile(file, 'utf8');
}

/** Builds a ZIP file. Names that end in a slash become folders. */
async function buildZip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const made = new ZipFile();
  for (const [name, text] of Object.entries(parts)) {
    if (name.endsWith('/')) made.addEmptyDirectory(name);
    else made.addBuffer(Buffer.from(text), name);
  }
  made.end();
  return Buffer.concat(await (made.outputStream as Readable).toArray());
}

it('takes over a running node, again and again', async () => {
  const [from, to] = [await startConfigWithClient({ COMPATIBILITY: 'laaws' }), await startConfigWithClient()];
  for (const handle of ['one', 'two']) {
    const auid = auidOf(handle);
    await from.client.putAuConfiguration({ auid, body: { auId: auid, auConfig: { handle } } });
    await from.client.patchAuState({ auid, body: { auCreationTime: 5, lastCrawlTime: 7 } });
    const rawMap = { [peer]: { id: peer, map: {} }, [wholeIpv6]: { id: shortIpv6, map: {} } };
    await from.client.patchAuAgreements({ auid, body: { rawMap } });
    await from.client.putNoAuPeers({ auid, body: { rawSet: [peer], date: 1 } });
  }
  await from.client.putSectionConfiguration({
    sectionName: 'expert',
    body: { configFile: Buffer.from('org.lockss.x=1\n') },
  });
  await from.client.postUsers({ body: [{ userName: 'alice', roles: 'accessContentRole' }] });
  const login = ['--from-user', 'admin', '--from-password-file', join(folder, 'password')];
  const migrate = (...more: string[]) => runCommand(to.url, 'migrate', 'config', from.url, ...login, ...more);

  const first = await migrate();
  expect(first).toEqual({
    code: 0,
    said: `1 configuration file stored.\n2 AUs added, 0 changed, 0 unchanged.\n1 account of other services stored, 0 existed already.\nThese accounts cannot log in to Holdfast, because their hashes are of another kind. Add users with './holdfast user add'.\n`,
  });
  for (const handle of ['one', 'two']) {
    const auid = auidOf(handle);
    expect(await to.client.getAuState({ auid })).toEqual(await from.client.getAuState({ auid }));
    expect(await to.client.getAuAgreements({ auid })).toEqual(await from.client.getAuAgreements({ auid }));
    expect(await to.client.getNoAuPeers({ auid })).toEqual(await from.client.getNoAuPeers({ auid }));
  }
  await from.client.patchAuState({ auid: auidOf('two'), body: { lastCrawlTime: 8 } });
  expect(await migrate()).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${auidOf('two')}: Conflict: auState: lastCrawlTime\n`),
  });
  expect(await migrate('--replace')).toMatchObject({
    code: 0,
    said: expect.stringContaining('0 AUs added, 1 changed, 1 unchanged.\n'),
  });
  expect(await to.client.getAuState({ auid: auidOf('two') })).toMatchObject({ lastCrawlTime: 8 });
}, 60_000);

it('takes over the backup file of a node, and tells what is wrong in it', async () => {
  const to = await startConfigWithClient();
  const agreements = { auid: auidOf('a:b'), rawMap: { [peer]: { id: peer, map: {} } } };
  const backup = join(folder, 'backup.zip');
  const parts = {
    cacheprops: 'org.lockss.version=2\n',
    'expert_config.txt': 'org.lockss.y=2\n',
    'expert_config_local.txt': 'org.lockss.z=2\n',
    'access_groups_config.txt': '',
    'plugin.txt': 'name=no parameter\n',
    'auConfigurationDb.bak': [
      `${auidOf('a%3Ab')}\thandle\ta:b\treserved.disabled\tfalse`,
      `${auidOf('c')}\thandle\tc`,
      'nonsense',
      `${auidOf('d')}\thandle\tother`,
    ].join('\n'),
    'iddb_v3.xml': '',
    'accts/alice': JSON.stringify({ userName: 'alice', currentPassword: '00', hashAlg: 'SHA-256' }),
    '1/': '',
    '1/auprops': `#AU a:b\nauid=${auidOf('a%3Ab')}\n`,
    '1/idagreement': JSON.stringify({ ...agreements, auid: auidOf('a%3Ab') }),
    '2/auprops': '#nobody\n',
  };
  await writeFile(backup, await buildZip(parts));
  const { code, said } = await runCommand(to.url, 'migrate', 'config', backup);
  expect(said.split('\n')).toEqual([
    'The configuration file plugin was not stored: The file cannot be read as configuration: line 1, column 1: "name" is not a dotted name such as org.lockss.x: this is not a properties file.',
    `${backup}: expert_config_local.txt applies to the old service only. Put settings that Holdfast should use into "expert".`,
    '2 configuration files stored.',
    `${backup}: 2/auprops names no AU.`,
    `${backup}: auConfigurationDb.bak:3: this line is not an AU configuration.`,
    `${auidOf('d')}: The definitional parameters yield another AUID, ${auidOf('other')}.`,
    '2 AUs added, 0 changed, 0 unchanged, 1 failed.',
    '1 AU could not be taken over.',
    '1 account of other services stored, 0 existed already.',
    "These accounts cannot log in to Holdfast, because their hashes are of another kind. Add users with './holdfast user add'.",
    '',
  ]);
  expect(code).toBe(1);
  const lines = (await exportConfig(to.url, 'backup.jsonl')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { auId: auidOf('a%3Ab'), auConfig: { handle: 'a:b' }, auAgreements: { rawMap: agreements.rawMap } },
    { auId: auidOf('c') },
  ]);
  const { body } = await to.client.getSectionConfiguration({ sectionName: 'access_groups' });
  expect(Buffer.concat(await body.toArray())).toHaveLength(0);
  for (const bytes of [Buffer.from('PK\x03\x04'), await buildZip({ x: '' })]) {
    await writeFile(backup, bytes);
    expect(await runCommand(to.url, 'migrate', 'config', backup)).toMatchObject({ code: 1 });
  }
}, 60_000);

it('takes over au.txt as nodes of the field write it', async () => {
  const to = await startConfigWithClient();
  const file = join(folder, 'au.txt');
  const prefix = 'org.lockss.au.org|lockss|plugin|NamedPlugin.handle~h%2E1';
  await writeFile(
    file,
    `#AU configuration\n#Mon Jan 01 00:00:00 UTC 2024\n${prefix}.reserved.repository=local\\:./cache\n${prefix}.handle=h.1\n${prefix}.reserved.disabled=true\n`,
  );
  expect(await runCommand(to.url, 'migrate', 'config', file)).toEqual({
    code: 0,
    said: '1 AU added, 0 changed, 0 unchanged.\n',
  });
  expect(JSON.parse(await exportConfig(to.url, 'autxt.jsonl'))).toMatchObject({
    auId: auidOf('h%2E1'),
    auConfig: { handle: 'h.1', 'reserved.disabled': 'true', 'reserved.repository': 'local:./cache' },
  });
}, 60_000);
