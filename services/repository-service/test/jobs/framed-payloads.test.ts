// Payloads stored with chunk framing (COMPATIBILITY=laaws) stay unchanged and intact, even if the setting changes
// later. A rebuild restores them, with or without manifests.
import { gzipSync } from 'node:zlib';
import type { TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashSha256 } from '../features/artifacts/captures.ts';
import { buildRevisit, makeWarcRecord } from '../features/replay/made-records.ts';
import { send } from '../send.ts';
import { makeKeeper } from './fixity/walk.ts';
import { rewriteObject, truncateBytes } from './rebuild/change-object.ts';
import { dumpIndex } from './rebuild/index-dump.ts';
import {
  createUsedStore,
  makeServiceSettings,
  runRebuild,
  startService,
  type Used,
} from './rebuild/rebuilt.ts';

const url = 'http://framed.example/';
const date = '2020-02-20T20:20:20Z';
const body = '5\r\nhello\r\n0\r\n\r\n';
const largeText = 'x'.repeat(400_000);
const large = `${largeText.length.toString(16)}\r\n${largeText}\r\n0\r\n\r\n`;
const framed = (content: string) =>
  Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${content}`);
const refersTo = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': date };
const laaws = { COMPATIBILITY: 'laaws' };
const auid = 'framed&a~1';

const importAll = async (client: TestRepositoryClient) => {
  const records = [
    makeWarcRecord('response', url, date, framed(body)),
    makeWarcRecord('response', `${url}large`, date, framed(large)),
    makeWarcRecord('response', `${url}unframed`, date, framed('unframed')),
    buildRevisit(`${url}again`, '2021-01-01T00:00:00Z', '', refersTo),
    buildRevisit(`${url}own`, '2021-01-01T00:00:00Z', framed('').toString(), refersTo),
  ];
  const archive = Buffer.concat(records.map((record) => gzipSync(record)));
  const { statuses } = await client.importArchive(archive, { auid });
  if (statuses.some(({ status }) => status !== 'OK')) throw new Error(JSON.stringify(statuses));
};

const expected = new Map([
  [url, body],
  [`${url}large`, large],
  [`${url}unframed`, 'unframed'],
  [`${url}again`, body],
  [`${url}own`, body],
]);

/** Starts a service with these settings. Returns all payloads that it serves. */
async function payloads(of: Pick<Used, 'database' | 'objectStore'>, env: Record<string, string>) {
  const { connectionString } = of.database.pool.options as { connectionString: string };
  const settings = await makeServiceSettings(connectionString, { OBJECT_STORE: of.objectStore, ...env });
  const { client, ready, service } = await startService(settings);
  await ready();
  const found = new Map<string, string>();
  for (const { uuid, uri, contentDigest } of await client.artifacts(auid, { namespace: 'lockss' })) {
    const query = { namespace: 'lockss' };
    const { status, text } = await send(client, 'GET', `/artifacts/${uuid}/payload`, { query });
    expect([status, contentDigest]).toEqual([200, `SHA-256:${hashSha256(text)}`]);
    found.set(uri, text);
    const replayed = await client.bytes(`/replay/warcs/lockss:${uuid}.warc`);
    // The HTTP header block of a record composed for replay is padded with spaces.
    expect(replayed.toString('latin1')).toMatch(/\r\nTransfer-Encoding: chunked *\r\n/);
    expect(replayed.includes(`\r\n\r\n${text}\r\n\r\n`)).toBe(true);
  }
  await service.stop();
  return found;
}

let used: Used;
beforeAll(async () => {
  used = await createUsedStore(importAll, { env: laaws });
});

describe('payloads that are bodies as they were recorded', () => {
  it('are the same with the setting and without', async () => {
    expect(await payloads(used, laaws)).toEqual(expected);
    expect(await payloads(used, {})).toEqual(expected);
  });

  it('are well', async () => {
    const keeper = makeKeeper(used.database, used.store);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
  });

  it('are so in an index that is made again', async () => {
    const { database } = await runRebuild(used.store);
    expect(await dumpIndex(database)).toEqual(used.before);
  });

  it('are so even where manifests are lost', async () => {
    for (const { key } of used.before.segments) await rewriteObject(used.store, String(key), truncateBytes);
    const { database } = await runRebuild(used.store);
    const { rows } = await database.pool.query('select url, sha256, content_length from artifact');
    const found = rows.map(({ url: uri, sha256: digest }) => [uri, Buffer.from(digest).toString('hex')]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([...expected].map(([uri, text]) => [uri, hashSha256(text)])),
    );
  });
});
