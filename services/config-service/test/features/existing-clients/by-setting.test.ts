// Tests the settings COMPATIBILITY=laaws and UNKNOWN_AUS=accept.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { peer } from '../aus/documents.ts';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';

const unknown = makeTestAuid('1900');
const pathOf = (path: string, auid: string): string => `${path}/${encodeURIComponent(auid)}`;
const agreement = {
  percentAgreement: 0.5,
  percentAgreementTime: 1,
  highestPercentAgreement: 0.5,
  highestPercentAgreementTime: 1,
};
const hash = { bytes: 'q83vEg==', algorithm: 'SHA-256' };
const suspect = { url: 'u', version: 1, created: 5, computedHash: hash, storedHash: null };

/**
 * Request bodies with unknown fields, one for each kind of document, and the expected responses when the documents are
 * read.
 */
const documents: [path: string, method: string, body: object, read: (auid: string) => object][] = [
  [
    '/austates',
    'PATCH',
    { lastCrawlTime: 5, lastGasp: { at: 1 } },
    (auid) => expect.objectContaining({ auId: auid, lastCrawlTime: 5, lastGasp: { at: 1 } }) as object,
  ],
  [
    '/auagreements',
    'PATCH',
    { rawMap: { [peer]: { id: peer, map: { NEWPOLL: { ...agreement, x: 1 } }, since: 3 } }, format: 2 },
    (auid) => ({
      auid,
      rawMap: { [peer]: { id: peer, map: { NEWPOLL: { ...agreement, x: 1 } }, since: 3 } },
      format: 2,
    }),
  ],
  [
    '/aususpecturls',
    'PUT',
    { suspectVersions: [{ ...suspect, computedHash: { ...hash, salt: 's' }, why: 'w' }], format: 2 },
    (auid) => ({
      auid,
      suspectVersions: [{ ...suspect, computedHash: { ...hash, salt: 's' }, why: 'w' }],
      format: 2,
    }),
  ],
  [
    '/noaupeers',
    'PUT',
    { rawSet: [peer], format: 2 },
    (auid) => ({ auid, rawSet: [peer], date: -1, format: 2 }),
  ],
];

describe('with both settings', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    const environment = { COMPATIBILITY: 'laaws', UNKNOWN_AUS: 'accept' };
    aus = await startWithKnownAus({ titles: [titleAu('2015')], environment });
  });
  afterAll(() => aus.stop());

  it('an AU that is not configured is an empty answer', async () => {
    await aus.call('GET', pathOf('/aus', unknown)).expect(200, '');
    await aus.call('GET', pathOf('/aus', 'malformed')).expect(400);
    await aus.call('DELETE', pathOf('/aus', unknown)).expect(404);
  });

  it.each(documents)(
    '%s keeps members that it does not know, of any AU',
    async (path, method, body, read) => {
      await aus.call('GET', pathOf(path, unknown)).expect(200);
      await aus.call(method, pathOf(path, unknown)).send(body).expect(200);
      const answer = await aus.call('GET', pathOf(path, unknown)).expect(200);
      expect(answer.body).toEqual(read(unknown));
      await aus.call(method, pathOf(path, unknown)).send(answer.body).expect(200);
      expect((await aus.call('GET', pathOf(path, unknown)).expect(200)).body).toEqual(answer.body);
    },
  );

  it('query parameters that an operation does not have are ignored', async () => {
    for (const path of ['/aus', '/status', '/config/platform', '/logins'])
      await aus.call('GET', `${path}?unknown=x`).expect(200);
  });

  it('what is known must be right all the same', async () => {
    await aus.call('PATCH', pathOf('/austates', unknown)).send({ lastCrawlTime: 'x', y: 1 }).expect(400);
    await aus
      .call('PUT', pathOf('/noaupeers', unknown))
      .send({ rawSet: ['x'], y: 1 })
      .expect(400);
  });

  it('results name the AUID by both names', async () => {
    const auid = makeTestAuid('2015');
    const { body } = await aus.call('POST', '/ws/aus/add').send([auid]).expect(200);
    expect(body).toMatchObject([{ id: auid, auId: auid, isSuccess: true }]);
  });
});

describe('with neither', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus();
    await aus.put('2014');
  });
  afterAll(() => aus.stop());

  it.each(documents)('%s refuses members that it does not know', async (path, method, body) => {
    const { body: problem } = await aus
      .call(method, pathOf(path, makeTestAuid('2014')))
      .send(body)
      .expect(400);
    expect(problem.detail).toMatch(/lastGasp|NEWPOLL|x|since|format|salt|why/);
    await aus.call('GET', pathOf(path, unknown)).expect(404);
  });
});
