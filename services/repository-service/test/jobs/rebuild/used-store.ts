// Test helper: runs every kind of operation that changes the index, so that a store has every kind of content.
import { gzipSync } from 'node:zlib';
import { makeResponseRecord, makeWarc, type TestRepositoryClient } from '@holdfast/testkit';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { makeBody, makeHead, makeProps, post, readCreated } from '../../features/artifacts/create/post.ts';
import { buildRevisit, makeWarcRecord } from '../../features/replay/made-records.ts';
import { send } from '../../send.ts';

const date = '2020-02-20T20:20:20Z';

export async function useStore(client: TestRepositoryClient, namespace = 'default'): Promise<void> {
  for (const auid of ['au&a', 'au&b~ä%2F']) {
    const artifacts = await imports(client, { namespace, auid });
    const created = await creates(client, { namespace, auid });
    await changes(client, [...artifacts, ...created], namespace);
    await imports(client, { namespace, auid }, 'again');
  }
  await bulk(client, namespace);
}

/**
 * Imports first versions, then later versions, then the first versions twice more. The third import stores them as new
 * versions; the fourth rejects them as duplicates.
 */
export async function importRounds(client: TestRepositoryClient, auid: string): Promise<void> {
  for (const [seed, storeDuplicate] of [
    ['x', false],
    ['y', false],
    ['x', true],
    ['x', false],
  ] as const) {
    const { status } = await client.importArchive(makeWarc(20, 500, seed).bytes, { auid, storeDuplicate });
    if (status !== 200) throw new Error(`an import was answered with ${status}`);
  }
}

interface Into {
  namespace: string;
  auid: string;
}

/**
 * Imports first versions, later versions, rejected and stored duplicates, and revisits of records in the same upload
 * and in earlier uploads.
 */
async function imports(client: TestRepositoryClient, into: Into, round = 'first'): Promise<string[]> {
  const url = (name: string) => `http://www.example.org/${name}?${into.auid}`;
  const page = (name: string, body: string) => makeResponseRecord(url(name), Buffer.from(body), date);
  const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
  const block = (record: string, name: string, body: Buffer, type = 'application/http; msgtype=response') =>
    Buffer.from(
      `WARC/1.1\r\nWARC-Type: ${record}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n` +
        `WARC-Date: ${date}\r\nWARC-Target-URI: ${url(name)}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.toString('latin1')}\r\n\r\n`,
      'latin1',
    );
  const revisit = (name: string, of: string, headText = '') =>
    buildRevisit(url(name), '2021-01-01T00:00:00Z', headText, {
      'WARC-Refers-To-Target-URI': url(of),
      'WARC-Refers-To-Date': date,
    });
  const files = [
    { records: [page('a', 'A'), page('b', 'B'), page('a', 'A'), page('a', `A ${round}`), page('A/ü', '')] },
    {
      records: [
        page('a', 'A'),
        page('b', 'B'),
        page('/x/y', 'slashes'),
        block('response', 'chunked', chunked),
      ],
    },
    { records: [block('resource', 'resource', Buffer.from('{}'), 'application/json')] },
    {
      storeDuplicate: true,
      records: [
        page('b', 'B'),
        page('c', 'C'),
        revisit('a', 'b', 'HTTP/1.1 304 Not Modified\r\n\r\n'),
        revisit('new', 'chunked', 'HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n'),
        revisit('nothing', 'nowhere'),
      ],
    },
    { storeDuplicate: true, records: [revisit('newer', 'new'), revisit('c', 'c')] },
    { records: [revisit('c', 'c'), page('d', `D ${round}`)] },
    { quarantine: true, records: [page('e', 'E'), block('response', 'headless', Buffer.from(round))] },
    { records: withCompanions(page, url, round) },
  ];
  const stored: string[] = [];
  for (const { records, storeDuplicate = false, quarantine } of files) {
    const archive = Buffer.concat(records.map((record) => gzipSync(record)));
    const { status, statuses } = await client.importArchive(archive, { ...into, storeDuplicate, quarantine });
    if (status !== 200) throw new Error(`an import was answered with ${status}`);
    for (const one of statuses) if (one.status === 'OK') stored.push(one.artifactUuid!);
  }
  return stored;
}

/**
 * Imports two warcinfo records and companion records of every kind: records that refer to their artifact by ID, records
 * next to their artifact, records that arrive too late to be stored next to it, and records without an artifact.
 */
function withCompanions(
  page: (name: string, body: string) => Buffer,
  url: (name: string) => string,
  round: string,
): Buffer[] {
  const makeCompanion = (
    type: string,
    of: string,
    fields: Record<string, string> = {},
    block = 'some: text\r\n',
  ) => makeWarcRecord(type, url(of), date, Buffer.from(block), fields);
  const concurrent = (record: Buffer) => ({
    'WARC-Concurrent-To': /WARC-Record-ID: (\S+)/.exec(record.toString('latin1'))![1]!,
  });
  const request = (method: string, body = '') =>
    `${method} / HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const pages = ['p', 'q', 'r', 's'].map((name) => page(name, `${name} ${round}`)) as [Buffer, ...Buffer[]];
  const [p, q, r, s] = pages as [Buffer, Buffer, Buffer, Buffer];
  return [
    ...[makeCompanion('warcinfo', 'w'), makeCompanion('request', 'p', {}, request('POST', `x=${round}`)), p],
    ...[makeCompanion('metadata', 'p', concurrent(p)), q, r, makeCompanion('metadata', 'nothing')],
    ...[
      makeCompanion('request', 'q', concurrent(q), request('PUT', round)),
      makeCompanion('warcinfo', 'v'),
      s,
    ],
    ...[
      makeCompanion('metadata', 's', concurrent(s)),
      makeCompanion('request', 's', concurrent(s), request('GET')),
    ],
  ];
}

/**
 * Creates artifacts: several small ones concurrently, so that they share one segment; one with a payload that looks
 * chunked and must stay unchanged; and a large one.
 */
async function creates(client: TestRepositoryClient, into: Into): Promise<string[]> {
  const create = async (name: string, ...parts: Parameters<typeof post>[1][number][]) =>
    readCreated(await post(client, [makeProps({ ...into, uri: `http://created.example/${name}` }), ...parts]))
      .uuid;
  const ok = makeHead('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
  const framed = makeHead('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  const moved = makeHead('HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.example/\r\n\r\n');
  return Promise.all([
    ...Array.from({ length: 8 }, (_, i) => create(`${i % 6}`, ok, makeBody(`created ${i}`))),
    create('chunked', framed, makeBody('5\r\nhello\r\n0\r\n\r\n')),
    create('moved', moved, makeBody('')),
    create('resource', makeBody('{}', 'application/json')),
    ...(into.auid === 'au&a' ? [create('large', ok, makeBody(makeNoise(9 * 1024 * 1024)))] : []),
  ]);
}

async function changes(
  client: TestRepositoryClient,
  uuids: readonly string[],
  namespace: string,
): Promise<void> {
  const put = (uuid: string, committed: boolean) =>
    send(client, 'PUT', `/artifacts/${uuid}`, { query: { committed, namespace } });
  for (const [i, uuid] of uuids.entries()) {
    if (i % 2 === 0) await put(uuid, true);
    if (i % 5 === 0) await put(uuid, false);
    if (i % 10 === 0) await put(uuid, true);
    if (i % 4 === 1) await send(client, 'DELETE', `/artifacts/${uuid}`, { query: { namespace } });
  }
}

async function bulk(client: TestRepositoryClient, namespace: string): Promise<void> {
  const op = (auid: string, name: string) =>
    send(client, 'POST', `/aus/${encodeURIComponent(auid)}/bulk`, {
      query: { namespace },
      form: { op: name },
    });
  await op('marked', 'start');
  await op('au&a', 'start');
  await op('unmarked', 'start');
  await op('unmarked', 'finish');
}
