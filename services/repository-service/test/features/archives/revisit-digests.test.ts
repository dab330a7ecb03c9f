// A revisit's reference to a capture counts only if the capture has the payload digest that the revisit declares.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, gzip } from './made-archives.ts';
import { encodeSha1, findRecordId, formatDigest, makeCapture, makeRevisit } from './made-revisits.ts';

let service: TestService;
let hosts = 0;

beforeAll(async () => {
  service = await startTestService();
});

const DATE = '2020-01-01T00:00:00Z';
const LATER = '2021-01-01T00:00:00Z';
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Returns the payload of each record, or the error of the record. */
async function stored(uploads: readonly (readonly Buffer[])[], storeDuplicate: boolean, auid = createAuid()) {
  const found: string[] = [];
  for (const records of uploads) {
    const { statuses } = await service.client.importArchive(gzip(...records), {
      auid,
      storeDuplicate,
    });
    for (const { status, artifactUuid, statusMessage } of statuses) {
      const payload = artifactUuid && (await service.client.bytes(`/artifacts/${artifactUuid}/payload`));
      found.push(payload ? payload.toString() : `${status}: ${statusMessage}`);
    }
  }
  return found;
}

const spellings: [name: string, digest: (text: string) => string][] = [
  ['sha1 in base32', encodeSha1],
  ['sha1 in hex', (text) => `SHA-1:${formatDigest(text).toUpperCase()}`],
  ['sha256', (text) => `sha256:${formatDigest(text, 'sha256')}`],
  ['md5', (text) => `md5:${formatDigest(text, 'md5')}`],
];
const arrangements: [name: string, upload: (originals: Buffer[], revisit: Buffer) => Buffer[][]][] = [
  ['of the same upload', (originals, revisit) => [[...originals, revisit]]],
  ['that come later in the upload', (originals, revisit) => [[revisit, ...originals]]],
  ['around it in the upload', ([first, ...others], revisit) => [[first!, revisit, ...others]]],
  ['of an earlier upload', (originals, revisit) => [originals, [revisit]]],
];
const cases = arrangements.flatMap(([where, upload]) =>
  spellings.map(([spelling, digest], i) => ({
    where,
    upload,
    spelling,
    digest,
    storeDuplicate: i % 2 === 0,
  })),
);

it.each(cases)(
  'chooses among captures of one second $where by $spelling (storeDuplicate: $storeDuplicate)',
  async ({ upload, digest, storeDuplicate }) => {
    const url = `http://second${hosts++}.test/`;
    const originals = ['first', 'second', 'third'].map((text) => makeCapture(url, text, DATE));
    const names = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': DATE };
    for (const text of ['first', 'third']) {
      const revisit = makeRevisit(url, LATER, { ...names, 'WARC-Payload-Digest': digest(text) });
      const payloads = await stored(upload(originals, revisit), storeDuplicate);
      expect(payloads.filter((payload) => payload === text)).toHaveLength(2);
    }
    const revisit = makeRevisit(url, LATER, { ...names, 'WARC-Payload-Digest': digest('nobody') });
    const payloads = await stored(upload(originals, revisit), storeDuplicate);
    const errors = payloads.filter((payload) => payload.startsWith('ERROR'));
    expect(errors).toEqual([expect.stringMatching(/original .* is not in the repository .*payload/)]);
  },
);

describe('an original that has another payload than the revisit declares', () => {
  it.each([true, false])('is none, named by record id (storeDuplicate: %s)', async (storeDuplicate) => {
    const url = `http://id${hosts++}.test/`;
    const [named, other] = [makeCapture(url, 'named', DATE), makeCapture(`${url}other`, 'declared', DATE)];
    const names = { 'WARC-Refers-To': findRecordId(named), 'WARC-Payload-Digest': encodeSha1('declared') };
    const revisit = makeRevisit(url, LATER, names, 'HTTP/1.1 200 OK\r\n\r\n');
    expect(await stored([[named, other, revisit]], storeDuplicate)).toEqual([
      'named',
      'declared',
      'declared',
    ]);
    expect(await stored([[revisit, named, other]], storeDuplicate)).toEqual([
      'declared',
      'named',
      'declared',
    ]);
  });

  it('is none in another AU either', async () => {
    const url = `http://au${hosts++}.test/`;
    await stored([[makeCapture(url, 'first', DATE), makeCapture(url, 'second', DATE)]], true);
    const names = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': DATE };
    const named = (text: string) =>
      makeRevisit(url, LATER, { ...names, 'WARC-Payload-Digest': encodeSha1(text) });
    const found = await stored([[named('first'), named('second'), named('nobody')]], true);
    expect(found.slice(0, 2)).toEqual(['first', 'second']);
    expect(found[2]).toContain('ERROR');
  });
});

describe('the digest of a chunked original', () => {
  const readings: [name: string, digest: (text: string) => string][] = [
    ['sha1 without framing', (text) => encodeSha1(text)],
    ['sha1 with framing', (text) => encodeSha1(chunked(text))],
    ['sha256 without framing', (text) => `sha256:${formatDigest(text, 'sha256')}`],
    ['sha256 with framing', (text) => `sha256:${formatDigest(chunked(text), 'sha256')}`],
    ['md5 with framing', (text) => `md5:${formatDigest(chunked(text), 'md5')}`],
  ];
  it.each(
    readings.flatMap(([reading, digest], i) =>
      arrangements.map(([where, upload], j) => ({
        reading,
        digest,
        where,
        upload,
        declared: (i + j) % 2 === 0,
      })),
    ),
  )('may be $reading, $where (declared there: $declared)', async ({ digest, upload, declared }) => {
    const url = `http://chunked${hosts++}.test/`;
    const originals = ['first', 'second'].map((text) =>
      makeCapture(url, chunked(text), DATE, {
        head: CHUNKED_HEAD,
        ...(declared && { fields: { 'WARC-Payload-Digest': digest(text) } }),
      }),
    );
    const names = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': DATE };
    for (const text of [declared ? 'first' : 'second']) {
      const revisit = makeRevisit(url, LATER, { ...names, 'WARC-Payload-Digest': digest(text) });
      const payloads = await stored(upload(originals, revisit), true);
      expect(payloads.filter((payload) => payload === text)).toHaveLength(2);
    }
  });
});

describe('a digest that the original itself declares', () => {
  it.each(arrangements)('is that of the original, %s', async (_where, upload) => {
    const url = `http://declared${hosts++}.test/`;
    // Some crawlers compute the digest of the payload after content decoding, so the declared digest may differ from
    // the digest of the stored payload.
    const fields = { 'WARC-Payload-Digest': encodeSha1('what the crawler digested') };
    const originals = [makeCapture(url, 'other', DATE), makeCapture(url, 'original', DATE, { fields })];
    const names = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': DATE };
    const payloads = await stored(upload(originals, makeRevisit(url, LATER, { ...names, ...fields })), true);
    expect(payloads.filter((payload) => payload === 'original')).toHaveLength(2);
  });
});

it('revisits of revisits have the digests of their original', async () => {
  const url = `http://chain${hosts++}.test/`;
  const original = makeCapture(url, 'original', DATE);
  const first = makeRevisit(
    url,
    LATER,
    { 'WARC-Refers-To': findRecordId(original) },
    'HTTP/1.1 200 OK\r\n\r\n',
  );
  const names = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': LATER };
  const second = makeRevisit(url, '2022-01-01T00:00:00Z', {
    ...names,
    'WARC-Payload-Digest': encodeSha1('original'),
  });
  expect(await stored([[original, first, second]], true)).toEqual(['original', 'original', 'original']);
  expect(await stored([[original, first], [second]], true)).toEqual(['original', 'original', 'original']);
});
