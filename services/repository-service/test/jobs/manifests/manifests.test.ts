// Manifests are kept for decades and read by later versions of the service, so their lines must never change by a
// single byte. After adding a field, run this test with HOLDFAST_WRITE_GOLDEN=1 and review the diff of the golden
// files.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  corpus,
  describeWithCorpus,
  makeArcRecord,
  makeFiledesc,
  makeReferenceRecord,
  makeReferenceUuid,
} from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { buildRevisit, makeWarcRecord } from '../../features/replay/made-records.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { compact, openKeptStore } from '../compaction/kept-store.ts';
import { deriveManifestLines, inKeyOrder, Normaliser, readNewManifests } from './golden-manifests.ts';

jest.setTimeout(300_000);

const env = {
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
  JOURNAL_INTERVAL: '50ms',
  SEGMENT_AGE: '60s',
};

function expectGolden(name: string, found: object): void {
  const path = join(import.meta.dirname, 'golden', name);
  if (!existsSync(path)) {
    writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
    throw new Error(`${path} was written: read it, then run this test again`);
  }
  expect(found).toEqual(JSON.parse(readFileSync(path, 'utf8')));
}

const date = '2020-02-20T20:20:20Z';
const later = '2021-01-01T00:00:00Z';
/** Compresses with level 0, so that the bytes do not depend on zlib. */
const stored = (...records: Buffer[]) =>
  Buffer.concat(records.map((record) => gzipSync(record, { level: 0 })));
const site = (name: string) => `http://golden.example/${name}`;
const response = (name: string, head: string, body: string, fields: Record<string, string> = {}) =>
  makeWarcRecord('response', site(name), date, Buffer.from(`${head}\r\n${body}`), fields);
const HTML = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';
const sha1 = (text: string) => `sha1:${createHash('sha1').update(text).digest('hex')}`;
const idOf = (record: Buffer) => /WARC-Record-ID: (\S+)/.exec(record.toString('latin1'))![1]!;
const request = (method: string, body = '') =>
  Buffer.from(
    `${method} / HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );

const ODD_HEADS = [
  'HTTP/1.1 0 OK\r\n',
  'HTTP/1.1 200OK\r\n',
  'HTTP/1.1\t404\tNot Found\r\n',
  'HTTP/1.1 2000 OK\r\n',
  'HTTP/1.1\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: "/\\"\u00e4"; q\r\nX-Quote: "\\\r\n',
];

function plainRecords(): Buffer[] {
  return [
    response('page', HTML, 'a page'),
    response('page', HTML, 'a page'),
    response('page', HTML, 'another page'),
    response('"quoted"\\ü?x=1&y', HTML, 'odd URL'),
    response('moved', 'HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.example/"x"\r\n', ''),
    response('chunked', `${HTML}Transfer-Encoding: chunked\r\n`, '5\r\nhello\r\n0\r\n\r\n'),
    makeWarcRecord('resource', site('resource'), date, Buffer.from('{}')),
    makeWarcRecord('response', 'dns:golden.example', date, Buffer.from('20200220 golden.example'), {}),
    ...ODD_HEADS.map((head, i) => response(`odd/${i}`, head, 'odd')),
  ];
}

function revisits(): Buffer[] {
  const refersTo = (name: string) => ({
    'WARC-Refers-To-Target-URI': site(name),
    'WARC-Refers-To-Date': date,
  });
  const revisit = (name: string, fields: Record<string, string>, head = '') =>
    buildRevisit(site(name), later, head, fields);
  return [
    revisit('moved', refersTo('moved')),
    revisit('again', { ...refersTo('page'), 'WARC-Payload-Digest': sha1('another page') }, `${HTML}\r\n`),
    revisit('page', { 'WARC-Payload-Digest': sha1('a page') }, 'HTTP/1.1 304 Not Modified\r\n\r\n'),
    revisit('chunked', {
      'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
    }),
    revisit('elsewhere', refersTo('moved'), 'HTTP/1.1 302 Found\r\nLocation: /here\r\n\r\n'),
    revisit('nothing', refersTo('nowhere')),
  ];
}

function withCompanions(): Buffer[] {
  const concurrent = (record: Buffer) => ({ 'WARC-Concurrent-To': idOf(record) });
  const makeCompanion = (type: string, name: string, block: Buffer, fields = {}) =>
    makeWarcRecord(type, site(name), date, block, fields);
  const note = Buffer.from('some: text\r\n');
  const [posted, put, got] = ['posted', 'put', 'got'].map((name) => response(name, HTML, name)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  return [
    ...[
      makeCompanion('warcinfo', 'w', note),
      makeCompanion('request', 'posted', request('POST', 'x=1&y="2"')),
      posted,
    ],
    ...[
      makeCompanion('metadata', 'posted', note, concurrent(posted)),
      put,
      got,
      makeCompanion('metadata', 'nothing', note),
    ],
    makeCompanion('request', 'put', request('PUT', 'body'), concurrent(put)),
    ...[
      makeCompanion('warcinfo', 'v', note),
      makeCompanion('request', 'got', request('GET'), concurrent(got)),
    ],
  ];
}

const damaged = () => [
  response('sound', HTML, 'sound'),
  response('digest', HTML, 'digest', { 'WARC-Block-Digest': `sha1:${'A'.repeat(32)}` }),
  response('headless', 'hTTP 1.1', 'no head'),
];

/**
 * Two artifacts migrated from another repository. The first has an HTTP header block. The second has no header block
 * and is uncommitted in the other repository.
 */
function migrated(auid: string) {
  return ['with', 'without'].map((path, i) => ({
    uuid: makeReferenceUuid(`golden ${path}`),
    ...{
      namespace: 'default',
      auid,
      uri: site(`migrated/${path}`),
      version: 3 + i,
      head: [`${HTML}\r\n`][i],
    },
    ...{ collectionMs: 1_400_000_000_123, storeMs: 1_500_000_000_456, payload: Buffer.from(path) },
  }));
}

async function madeManifests(service: TestService) {
  const kept = await openKeptStore(service);
  const { client, store } = kept;
  const seen = new Set<string>();
  const normaliser = new Normaliser();
  const keys: string[] = [];
  const made: Record<string, string[]> = {};
  const uuids = new Map<string, string>();
  const note = async (name: string, masksPlaces = false) => {
    const manifests = await readNewManifests(store, seen);
    keys.push(...manifests.keys());
    made[name] = [...manifests.values()].flatMap((text) => normaliser.lines(text, { masksPlaces }));
  };
  const imported = async (name: string, archive: Buffer, more: object = {}, masksPlaces = false) => {
    const { statuses } = await client.importArchive(archive, { auid: 'golden', ...more });
    for (const { url, artifactUuid } of statuses)
      if (artifactUuid && !uuids.has(url!)) uuids.set(url!, artifactUuid);
    await note(name, masksPlaces);
  };
  await imported('WARC', stored(...plainRecords()));
  await imported('revisits', stored(...revisits()), { storeDuplicate: true });
  await imported('companions', stored(...withCompanions()));
  await imported('duplicates', stored(...plainRecords().slice(0, 2)), { storeDuplicate: true });
  await imported('damaged', stored(...damaged()), { quarantine: true });
  const arc = [makeArcRecord(site('arc'), `${HTML}\r\nold page`), makeArcRecord(site('arc/bare'), 'no head')];
  await imported('ARC', Buffer.concat([makeFiledesc(), ...arc]), {}, true);
  await imported('WARC, not compressed', Buffer.concat(damaged().slice(0, 1)), { auid: 'plain' }, true);
  const given = migrated('migrated');
  const archive = stored(...given.map((one) => makeReferenceRecord(one as never)));
  await client.migrate(archive, { auid: 'migrated', uncommitted: [given[1]!.uuid] });
  await note('migrated');

  const read: Record<string, string[]> = {};
  for (const [i, key] of keys.entries()) {
    const lines = normaliser.lines(await deriveManifestLines(store, key), { masksPlaces: true });
    read[String(i)] = lines.map((line) => inKeyOrder(line.replace(/"uuid":"#\d+"/, '"uuid":""')));
  }

  const change = async (method: string, name: string, query = {}) => {
    const { status } = await send(client, method, `/artifacts/${uuids.get(site(name))}`, { query });
    if (status !== 200) throw new Error(`${method} of ${name} was answered with ${status}`);
  };
  await change('DELETE', 'elsewhere');
  await change('DELETE', 'odd/0');
  await change('DELETE', 'got');
  await change('DELETE', 'sound');
  await change('DELETE', 'chunked');
  await change('PUT', 'posted', { committed: false });
  const moved: Record<string, string[]> = {};
  for (const round of ['once', 'twice']) {
    await compact(kept);
    const manifests = [...(await readNewManifests(store, seen)).values()];
    const lines = manifests.map((text) => normaliser.lines(text, { masksPlaces: true }).map(inKeyOrder));
    moved[round] = lines.sort((a, b) => b.length - a.length).flat();
    await change('DELETE', round === 'once' ? 'put' : 'moved').catch(() => undefined);
    await imported(round, stored(response(round, HTML, round)));
  }
  return { made, read, moved };
}

describe('the manifest of', () => {
  it('each kind of record is as it was', async () => {
    expectGolden('made.json', await madeManifests(await startTestService(env)));
  });
});

describeWithCorpus('manifests of the corpus', () => {
  it('are as they were', async () => {
    const { client, store } = await openKeptStore(await startTestService(env));
    const seen = new Set<string>();
    const digests: Record<string, string> = {};
    const names = readdirSync(corpus.path('warcs'), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /\/.*arc/.test(one)).sort()) {
      const archive = readFileSync(corpus.path(`warcs/${name}`));
      const masksPlaces = !name.endsWith('.gz') && !name.endsWith('.bad');
      // Stores duplicates. Otherwise the lines could vary: a duplicate may be detected before or after its line is
      // written.
      await client.importArchive(archive, { auid: name, quarantine: true, storeDuplicate: true });
      const normaliser = new Normaliser();
      const lines = [...(await readNewManifests(store, seen)).values()].flatMap((text) =>
        normaliser.lines(text, { masksPlaces }),
      );
      digests[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
    }
    expectGolden('corpus.json', digests);
  });
});
