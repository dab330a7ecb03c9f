// Tests the export and import of AUs with their documents: the content of lines, AUs that already exist, and invalid
// lines.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import { peer } from '../aus/documents.ts';
import {
  type KnownAus,
  makeConfiguration,
  makeTestAuid,
  removePlugin,
  restorePlugin,
  startWithKnownAus,
  titleAu,
} from '../aus/known-aus.ts';
import { listenForNotices } from '../aus/notices.ts';
import { asText, auConfig, auId, auState, completeRecord, parseLines } from './records.ts';

let aus: KnownAus;
beforeAll(async () => {
  aus = await startWithKnownAus({ titles: [titleAu('2015')], environment: { STATE_BODY_LIMIT: '16KiB' } });
});
afterAll(() => aus.stop());
beforeEach(() =>
  aus.pool.query('truncate au_configuration, au_state, au_agreement, au_suspect_urls, no_au_peers'),
);

type Result = { line: number; auId?: string; isSuccess: boolean; outcome: string; message: string };

const post = (body: string | Buffer, query = ''): request.Test =>
  aus
    .call('POST', `/aus/import${query}`)
    .set('content-type', 'application/x-ndjson')
    .buffer(true)
    .parse(asText)
    .send(body);

async function imported(lines: readonly unknown[], query = ''): Promise<Result[]> {
  const { body } = await post(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), query)
    .expect(200)
    .expect('Content-Type', 'application/x-ndjson; charset=utf-8');
  return parseLines(body);
}

async function exported(): Promise<string> {
  const { body } = await aus.call('GET', '/aus/export').buffer(true).parse(asText).expect(200);
  return body;
}

describe('an AU with its four documents', () => {
  it('goes in and comes out as the same line', async () => {
    expect(await imported([completeRecord])).toEqual([
      { line: 1, auId, isSuccess: true, outcome: 'Added', message: 'Added' },
    ]);
    expect(parseLines(await exported())).toEqual([completeRecord]);
    const first = await exported();
    await aus.pool.query('truncate au_configuration, au_state, au_agreement, au_suspect_urls, no_au_peers');
    await post(first).expect(200);
    expect(await exported()).toBe(first);
    const { body: state } = await aus.call('GET', `/austates/${encodeURIComponent(auId)}`).expect(200);
    expect(state).toMatchObject({ auId, ...auState, lastCrawlTime: -1 });
  });

  it('is told to whoever listens, once for what was stored', async () => {
    const notices = await listenForNotices(aus);
    await imported([completeRecord]);
    await imported([completeRecord]);
    expect((await notices.until(5)).map((notice) => (notice as { kind: string }).kind)).toEqual([
      'AuConfigStored',
      'AuState',
      'AuAgreements',
      'AuSuspectUrlVersions',
      'NoAuPeerSet',
    ]);
    await notices.stop();
  });

  it('has the time at which it was made, where the line has none', async () => {
    const before = Date.now();
    await imported([{ auId, auConfig }]);
    const [{ auState: state }] = parseLines(await exported());
    expect(state.auCreationTime).toBeGreaterThanOrEqual(before);
  });
});

describe('what is there already', () => {
  beforeEach(() => imported([completeRecord]));

  it('stays as it is when it is the same, whatever the earlier of two times at which it was made', async () => {
    const [same] = await imported([completeRecord]);
    expect(same).toMatchObject({ outcome: 'Unchanged', isSuccess: true });
    const [earlier] = await imported([{ auId, auState: { auCreationTime: 500 } }]);
    expect(earlier).toMatchObject({ outcome: 'Changed', message: 'Changed: state' });
    const [later] = await imported([{ auId, auState: { auCreationTime: 900 } }]);
    expect(later).toMatchObject({ outcome: 'Unchanged' });
    expect(parseLines(await exported())[0].auState.auCreationTime).toBe(500);
  });

  it('gets what is missing', async () => {
    const other = 'TCP:[192.0.2.8]:9729';
    const more = { rawMap: { [other]: { id: other, map: {} } } };
    const [result] = await imported([{ auId, auState: { lastCrawlTime: 9 }, auAgreements: more }]);
    expect(result).toMatchObject({ outcome: 'Changed', message: 'Changed: state, agreements' });
    const [line] = parseLines(await exported());
    expect(line.auState).toEqual({ ...auState, lastCrawlTime: 9 });
    expect(Object.keys(line.auAgreements.rawMap)).toEqual([peer, other]);
  });

  it.each([
    [
      'auConfig',
      { auConfig: { ...auConfig, login: 'me:secret' } },
      'auConfig: login: stored nothing, offered ******',
    ],
    [
      'auConfig',
      { auConfig: { ...auConfig, 'reserved.disabled': 'true' } },
      'auConfig: reserved.disabled: stored nothing, offered true',
    ],
    ['auState', { auState: { hasSubstance: 'No', lastCrawlTime: 9 } }, 'auState: hasSubstance'],
    [
      'auAgreements',
      { auAgreements: { rawMap: { [peer]: { id: peer, map: {} } } } },
      `auAgreements of ${peer}`,
    ],
    ['auSuspectUrlVersions', { auSuspectUrlVersions: { suspectVersions: [] } }, 'auSuspectUrlVersions'],
    ['noAuPeers', { noAuPeers: { rawSet: [], date: 8 } }, 'noAuPeers'],
  ])('is in conflict with another %s, unless it is to be replaced', async (name, change, words) => {
    const before = await exported();
    const [conflict] = await imported([{ ...completeRecord, ...change }]);
    expect(conflict).toMatchObject({ isSuccess: false, outcome: 'Conflict', message: `Conflict: ${words}` });
    expect(await exported()).toBe(before);
    const [replaced] = await imported([{ ...completeRecord, ...change }], '?replace=true');
    expect(replaced).toMatchObject({ isSuccess: true, outcome: 'Changed' });
    const [line] = parseLines(await exported());
    const expected =
      name === 'auState'
        ? { auCreationTime: 1_000, hasSubstance: 'No', lastCrawlTime: 9 }
        : Object.values(change)[0];
    expect(line[name]).toEqual(expected);
    expect({ ...line, [name]: undefined }).toEqual({ ...completeRecord, [name]: undefined });
  });

  it('is compared with what an earlier line of the same import made of it', async () => {
    const second = makeTestAuid('2016');
    const lines = [
      { auId: second, auConfig: makeConfiguration('2016') },
      { auId: second, auState: { hasSubstance: 'Yes' } },
      { auId: second, auState: { hasSubstance: 'No' } },
    ];
    expect((await imported(lines)).map(({ outcome }) => outcome)).toEqual(['Added', 'Changed', 'Conflict']);
  });
});

describe('a line that cannot be stored', () => {
  const badLines: [string, unknown, string | RegExp][] = [
    ['no JSON', 'nonsense', 'The line must be JSON.'],
    ['no object', '7', /^The line must be an object/],
    ['no AUID', '{}', /auId/],
    ['a malformed AUID', '{"auId":"x"}', /auId/],
    ['a member that there is not', `{"auId":${JSON.stringify(auId)},"more":1}`, /more/],
    ['a member of the state that there is not', { auId, auConfig, auState: { more: 1 } }, /more/],
    [
      'another AUID in a document',
      { auId, auConfig, auState: { auId: 'a&b' } },
      'The member "auId" must be the AUID of the path.',
    ],
    ['a peer that is none', { auId, auConfig, noAuPeers: { rawSet: ['x'] } }, /rawSet/],
    ['U+0000', { auId, auConfig: { ...auConfig, x: '\0' } }, /U\+0000/],
    ['an unknown plugin', { auId: 'org|gone&k~v', auConfig: { k: 'v' } }, 'Plugin not found: org.gone'],
    [
      'another AU’s parameters',
      { auId, auConfig: makeConfiguration('2013') },
      /^The definitional parameters yield another AUID/,
    ],
    [
      'a parameter of another type',
      { auId, auConfig: { ...auConfig, issues: 'x-' } },
      /^The parameter issues must be/,
    ],
    [
      'a masked secret',
      { auId, auConfig: { ...auConfig, login: 'me:******' } },
      /^The parameter login is masked/,
    ],
    [
      'documents of an AU that nobody knows',
      { auId, auState },
      'The AU is neither configured nor in the title database.',
    ],
    ['too many bytes', `{"auId":"${'x'.repeat(300_000)}"}`, /^The line is longer than 196608 bytes/],
    [
      'too long an AUID',
      { auId: `org|example|plugin|JournalPlugin&${'k'.repeat(3_000)}~v`, auConfig },
      'The AUID is too long.',
    ],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'The line must be UTF-8.'],
  ];
  it.each(badLines)('for it has %s, keeps no other from being stored', async (_, bad, message) => {
    const line = typeof bad === 'string' || Buffer.isBuffer(bad) ? bad : JSON.stringify(bad);
    const good = Buffer.from(
      `${JSON.stringify({ ...completeRecord, auId: makeTestAuid('2016'), auConfig: makeConfiguration('2016') })}\n`,
    );
    const { body } = await post(Buffer.concat([Buffer.from(line), Buffer.from('\r\n\n'), good])).expect(200);
    const [failed, stored] = parseLines(body);
    expect(failed).toMatchObject({ line: 1, isSuccess: false, outcome: 'Failed' });
    if (typeof message === 'string') expect(failed.message).toBe(message);
    else expect(failed.message).toMatch(message);
    expect(failed.message).not.toContain('secret');
    expect(stored).toMatchObject({ line: 3, outcome: 'Added' });
    expect(parseLines(await exported())).toHaveLength(1);
  });

  it('is not what is of an AU in the title database, or of one whose plugin is gone but stays as it is', async () => {
    const inTitles = makeTestAuid('2015');
    expect((await imported([{ auId: inTitles, auState }]))[0]).toMatchObject({ outcome: 'Changed' });
    await imported([completeRecord]);
    await removePlugin(aus.pool);
    const outcomes = await imported([
      completeRecord,
      { auId: makeTestAuid('2017'), auConfig: makeConfiguration('2017') },
    ]);
    await restorePlugin(aus.pool);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['Unchanged', 'Failed']);
    expect(parseLines(await exported()).map(({ auId: one }) => one)).toEqual([auId, inTitles]);
  });
});

describe('many', () => {
  const many = Array.from({ length: 1_234 }, (_, index) => {
    const year = String(1_000 + index);
    return { ...completeRecord, auId: makeTestAuid(year), auConfig: makeConfiguration(year) };
  });

  it('go in and come out in AUID order, each once, and the same lines twice', async () => {
    const outcomes = await imported(many);
    expect(outcomes.map(({ line }) => line)).toEqual(many.map((_, index) => index + 1));
    expect(outcomes.every(({ outcome }) => outcome === 'Added')).toBe(true);
    expect(parseLines(await exported())).toEqual(many);
    expect((await imported(many)).every(({ outcome }) => outcome === 'Unchanged')).toBe(true);
  });

  it('come out with the documents of AUs that have no configuration', async () => {
    await imported(many.slice(0, 10));
    await aus.pool.query('truncate au_configuration');
    const lines = parseLines(await exported());
    expect(lines).toEqual(many.slice(0, 10).map(({ auConfig: _, ...documents }) => documents));
  });

  it('come out even if they have only agreements, after an AU with very many of them', async () => {
    const [first, second, third] = ['2001', '2002', '2003'].map((year) => makeTestAuid(year)).sort();
    await aus.pool.query(
      `insert into au_agreement (auid, peer_id, entry)
      select $1, 'TCP:[127.0.0.1]:' || n, '{"map": {}}'::jsonb from generate_series(1, 12000) n
      union all select $2, 'TCP:[127.0.0.1]:1', '{"map": {}}'`,
      [first, second],
    );
    await aus.pool.query(`insert into au_state (auid, document) values ($1, '{}')`, [third]);
    const exportedIds = parseLines(await exported()).map((line: { auId: string }) => line.auId);
    expect(exportedIds).toEqual([first, second, third]);
  });

  it('are answered while they are sent: a few lines and a pause bring their results', async () => {
    const { url, asAdmin } = aus.services[0]!;
    let send = (_: string): void => undefined;
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(Buffer.from(text));
        end = () => controller.close();
      },
    });
    send(`${JSON.stringify(many[0])}\n`);
    const response = await fetch(`${url}/aus/import`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...asAdmin, 'content-type': 'application/x-ndjson' },
    } as RequestInit);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toContain('"Added"');
    send(JSON.stringify(many[0]));
    end();
    expect(Buffer.from((await reader.read()).value!).toString()).toContain('"Unchanged"');
    expect((await reader.read()).done).toBe(true);
  });
});
