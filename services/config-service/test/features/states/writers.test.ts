import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stateDefaults } from '../../../src/domain/aus/state-defaults.ts';
import { type KnownAus, makeTestAuid, startWithKnownAus } from '../aus/known-aus.ts';

const auid = makeTestAuid('2014');
const path = (name: string): string => `/${name}/${encodeURIComponent(auid)}`;
const WRITERS = 50;

describe('many writers through two replicas', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ replicas: 2 });
  });
  afterAll(() => aus.stop());
  beforeEach(async () => {
    await aus.pool.query('truncate au_configuration, au_state, au_agreement');
    await aus.put('2014');
    await aus.pool.query('truncate au_state');
  });

  const write = async (writer: number, name: string, body: object): Promise<void> =>
    void (await aus
      .call('PATCH', path(name), aus.services[writer % 2])
      .send(body)
      .expect(200));
  const all = (work: (writer: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));

  it('lose no member of a state', async () => {
    const numbers = Object.entries(stateDefaults).flatMap(([key, value]) =>
      typeof value === 'number' ? [key] : [],
    );
    const members = numbers.filter((key) => !key.endsWith('V3Agreement') && key !== 'v3Agreement');
    // Several writers set each field. The final value must come from one of them.
    await all((writer) => write(writer, 'austates', { [members[writer % members.length]!]: 1_000 + writer }));
    const { body } = await aus.call('GET', path('austates')).expect(200);
    for (const [at, member] of members.entries()) {
      expect([member, body[member] % members.length]).toEqual([member, (1_000 + at) % members.length]);
      expect(body[member]).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('lose no peer of the agreements, in whatever order each names them', async () => {
    const peer = (number: number): string => `192.0.2.${number}`;
    const entry = (number: number, agreement: number): object => ({
      [peer(number)]: { id: peer(number), map: { POR: { percentAgreement: agreement } } },
    });
    // Each writer sends one peer that only it writes, and two shared peers. The order of the shared peers differs
    // between writers.
    await all((writer) => {
      const shared = writer % 4 < 2 ? [200, 201] : [201, 200];
      const rawMap = { ...entry(shared[0]!, 0.5), ...entry(writer, writer / 100), ...entry(shared[1]!, 0.5) };
      return write(writer, 'auagreements', { rawMap });
    });
    const { body } = await aus.call('GET', path('auagreements')).expect(200);
    expect(Object.keys(body.rawMap)).toHaveLength(WRITERS + 2);
    for (let writer = 0; writer < WRITERS; writer += 1) {
      expect(body.rawMap[peer(writer)].map.POR.percentAgreement).toBe(writer / 100);
    }
  });

  it('leave no document behind when the AU is deleted among them', async () => {
    const [, removed] = await Promise.all([
      all(async (writer) => {
        const call = aus
          .call('PATCH', path('austates'), aus.services[writer % 2])
          .send({ lastPollResult: writer });
        expect([200, 404]).toContain((await call).status);
      }),
      aus.call('DELETE', `/aus/${encodeURIComponent(auid)}`),
    ]);
    expect(removed.status).toBe(200);
    await aus.call('GET', path('austates')).expect(404);
    const { rows } = await aus.pool.query('select auid from au_state');
    expect(rows).toEqual([]);
  });

  it('configure an AU for the first time once: its creation time is one', async () => {
    await aus.pool.query('truncate au_configuration');
    const auConfig = { base_url: 'http://www.example.com/', year: '2014' };
    await all(async (writer) => {
      const call = aus.call('PUT', path('aus'), aus.services[writer % 2]);
      await call.send({ auId: auid, auConfig: { ...auConfig, issues: String(writer) } }).expect(200);
    });
    const { rows } = await aus.pool.query(`
      select created_ms, (document ->> 'auCreationTime')::bigint as state_ms
      from au_configuration join au_state using (auid)`);
    expect(rows).toEqual([{ created_ms: rows[0]!.state_ms, state_ms: expect.any(Number) }]);
  });
});
