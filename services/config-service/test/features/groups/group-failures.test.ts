import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';

interface Result {
  readonly auId: string;
  readonly isSuccess: boolean;
  readonly message: string;
}

const years = Array.from({ length: 1_500 }, (_, at) => String(1_000 + at));
const auids = years.map((year) => makeTestAuid(year));

describe('groups of AUs in trouble', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ titles: years.map((year) => titleAu(year)), replicas: 2 });
    await aus.pool.query(`
      create table trouble (auid text, state text);
      create function trouble() returns trigger language plpgsql as $$
        declare found text := (select state from trouble where trouble.auid = new.auid);
        begin
          if found is not null then raise exception 'trouble' using errcode = found; end if;
          return new;
        end $$;
      create trigger trouble before insert on au_configuration for each row execute function trouble()`);
  });
  afterAll(() => aus.stop());
  beforeEach(() => aus.pool.query('truncate au_configuration, au_state, trouble'));

  const add = async (service = aus.services[0]!): Promise<Result[]> =>
    (await aus.call('POST', '/aus/add', service).send(auids).expect(200)).body;
  const makeTrouble = (at: number, state: string): Promise<unknown> =>
    aus.pool.query('insert into trouble values ($1, $2)', [auids[at], state]);
  const count = (results: readonly Result[], message: string): number =>
    results.filter((result) => result.message === message).length;

  it('lose nothing but the AU that cannot be stored', async () => {
    await makeTrouble(333, 'P0001');
    const results = await add();
    expect(results.map(({ auId }) => auId)).toEqual(auids);
    expect(results.filter(({ isSuccess }) => !isSuccess)).toEqual([
      expect.objectContaining({
        auId: auids[333],
        message: 'Error: internal error; the service log contains the cause',
      }),
    ]);
    const { rows } = await aus.pool.query('select count(*) as stored from au_configuration');
    expect(rows).toEqual([{ stored: 1_499 }]);
    expect(aus.services[0]!.lines).toContainEqual(
      expect.objectContaining({ msg: 'one AU of a group operation failed', auid: auids[333] }),
    );
  });

  it('say of each AU whether it was stored when the database goes away half-way', async () => {
    // SQLSTATE 53100 (disk full), which counts as an unavailable database.
    await makeTrouble(1_200, '53100');
    const results = await add();
    expect(results.map(({ auId }) => auId)).toEqual(auids);
    expect(results.slice(0, 1_000).every(({ message }) => message === 'Added')).toBe(true);
    expect(count(results, 'Database Error: the database could not be reached')).toBe(500);
    const { rows } = await aus.pool.query('select count(*) as stored from au_configuration');
    expect(rows).toEqual([{ stored: 1_000 }]);
  });

  it('are refused as a whole when the database is away from the start', async () => {
    await makeTrouble(0, '53100');
    await aus.call('POST', '/aus/add').send(auids).expect(500);
  });

  it('added by two replicas at once are added once, and each replica tells the truth', async () => {
    const [here, there] = await Promise.all(aus.services.map((service) => add(service)));
    const added = auids.map((_, at) => [here![at]!.message, there![at]!.message].sort());
    expect(new Set(added.map((pair) => pair.join()))).toEqual(new Set(['Added,Already Exists']));
  });

  it('added and removed by two replicas at once come out as somebody was told', async () => {
    const remove = async (): Promise<Result[]> =>
      (
        await aus
          .call('DELETE', '/aus/delete', aus.services[1]!)
          .send([...auids].reverse())
          .expect(200)
      ).body;
    const [added, removed] = await Promise.all([add(), remove()]);
    const { rows } = await aus.pool.query<{ auid: string }>('select auid from au_configuration');
    expect(count(added, 'Added')).toBe(auids.length);
    expect(rows).toHaveLength(auids.length - count(removed, 'Deleted'));
    const gone = new Set(removed.filter(({ isSuccess }) => isSuccess).map(({ auId }) => auId));
    expect(rows.filter(({ auid }) => gone.has(auid))).toEqual([]);
  });
});
