import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';

const pathOf = (auid: string, operation: string): string => `/aus/${encodeURIComponent(auid)}/${operation}`;
const switches: [operation: string, enabled: boolean][] = [
  ['mddisable', false],
  ['mdenable', true],
];

describe('switching the extraction of metadata', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ titles: [titleAu('2015')] });
  });
  afterAll(() => aus.stop());
  beforeEach(() => aus.pool.query('truncate au_configuration, au_state'));

  const stateOf = async (auid: string): Promise<boolean> =>
    (await aus.call('GET', `/austates/${encodeURIComponent(auid)}`).expect(200)).body
      .isMetadataExtractionEnabled;

  it('off and on again shows in the state of the AU', async () => {
    const auid = await aus.put('2014');
    for (const [operation, enabled] of switches) {
      const answer = await aus.call('PUT', pathOf(auid, operation)).expect(200);
      expect(answer.body).toEqual({ id: auid, success: true });
      expect(await stateOf(auid)).toBe(enabled);
    }
  });

  it('is possible for an AU that only the title database knows', async () => {
    await aus.call('PUT', pathOf(makeTestAuid('2015'), 'mddisable')).expect(200);
    expect(await stateOf(makeTestAuid('2015'))).toBe(false);
  });

  it.each(switches)('by %s is 404 for unknown AUs, with a result', async (operation) => {
    const id = makeTestAuid('1900');
    const answer = await aus
      .call('PUT', pathOf(id, operation))
      .expect(404)
      .expect('Content-Type', /^application\/json/);
    expect(answer.body).toEqual({ id, success: false, errorMessage: 'No such Archival Unit' });
  });

  it.each(switches)(
    'by %s is 409 for inactive AUs, with a result, and changes nothing',
    async (operation, enabled) => {
      const id = await aus.put('2014', { 'reserved.disabled': 'true' });
      await aus
        .call('PATCH', `/austates/${encodeURIComponent(id)}`)
        .send({ isMetadataExtractionEnabled: !enabled });
      const answer = await aus.call('PUT', pathOf(id, operation)).expect(409);
      expect(answer.body).toEqual({ id, success: false, errorMessage: 'The Archival Unit is inactive' });
      expect(await stateOf(id)).toBe(!enabled);
    },
  );

  it.each(switches)('by %s refuses malformed AUIDs, and bodies of other types', async (operation) => {
    await aus.call('PUT', pathOf('malformed', operation)).expect(400);
    const auid = await aus.put('2014');
    await aus.call('PUT', pathOf(auid, operation)).send({ any: 'thing' }).expect(200);
    await aus.call('PUT', pathOf(auid, operation)).type('text/plain').send('x').expect(415);
  });
});

describe('a node that extracts no metadata', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ environment: { METADATA_EXTRACTION: 'off' } });
  });
  afterAll(() => aus.stop());

  it.each(switches)('answers %s with 409 and a result', async (operation) => {
    const id = await aus.put('2014');
    const answer = await aus.call('PUT', pathOf(id, operation)).expect(409);
    expect(answer.body).toEqual({ id, success: false, errorMessage: 'Metadata processing is not enabled' });
    await aus.call('PUT', pathOf(makeTestAuid('1900'), operation)).expect(404);
  });
});
