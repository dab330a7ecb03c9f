import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type KnownAus,
  makeConfiguration,
  makeTestAuid,
  removePlugin,
  restorePlugin,
  startWithKnownAus,
  storeWrongAuid,
  titleAu,
} from '../aus/known-aus.ts';
import { listenForNotices } from '../aus/notices.ts';

const operations = [
  ['POST', '/aus/add'],
  ['DELETE', '/aus/delete'],
  ['PUT', '/aus/deactivate'],
  ['PUT', '/aus/reactivate'],
] as const;

const years = ['2014', '2015', '2016'];
const oddTitle = { ...titleAu('2020'), auid: makeTestAuid('2021') };
const titles = [
  ...years.map((year) => titleAu(year)),
  titleAu('2017', { issues: '9-1' }),
  titleAu('2018', {}, 'org.example.NoPlugin'),
  titleAu('2019', { login: 'user:from-titles', issues: '1-9' }),
  titleAu('2020'),
];

interface Result {
  readonly auId: string;
  readonly name: string;
  readonly isSuccess: boolean;
  readonly message: string;
}

describe('groups of AUs', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ titles, environment: { AU_BODY_LIMIT: '16KiB' } });
    await storeWrongAuid(aus.pool, oddTitle);
  });
  afterAll(() => aus.stop());
  beforeEach(() => aus.pool.query('truncate au_configuration, au_state, au_agreement'));

  const run = async (
    operation: 'add' | 'delete' | 'deactivate' | 'reactivate',
    auids: object,
  ): Promise<Result[]> => {
    const [method, path] = operations.find(([, one]) => one === `/aus/${operation}`)!;
    return (await aus.call(method, path).send(auids).expect(200)).body;
  };
  const messages = (results: readonly Result[]): string[] => results.map(({ message }) => message);
  const configuration = async (auid: string): Promise<unknown> =>
    (await aus.call('GET', `/aus/${encodeURIComponent(auid)}`).expect(200)).body.auConfig;
  const [a, b, c] = years.map((year) => makeTestAuid(year)) as [string, string, string];

  it('are added with the parameters of their titles, and listed in the order asked', async () => {
    const before = Date.now();
    expect(await run('add', [c, a])).toEqual([
      { auId: c, name: 'Journal 2016 (Example Platform)', isSuccess: true, message: 'Added' },
      { auId: a, name: 'Journal 2014 (Example Platform)', isSuccess: true, message: 'Added' },
    ]);
    expect(await configuration(a)).toEqual({
      ...makeConfiguration('2014'),
      'reserved.displayName': 'Journal 2014',
    });
    const state = await aus.call('GET', `/austates/${encodeURIComponent(a)}`).expect(200);
    expect(state.body.auCreationTime).toBeGreaterThanOrEqual(before);
  });

  it('go through their whole life, each result that of its AU', async () => {
    await run('add', [a, b]);
    expect(messages(await run('deactivate', [b, c]))).toEqual(['Deactivated', 'Not Found']);
    expect(await configuration(b)).toMatchObject({
      ...makeConfiguration('2015'),
      'reserved.disabled': 'true',
    });
    expect(messages(await run('deactivate', [b]))).toEqual(['AU already inactive']);
    expect(messages(await run('add', [a, b, c]))).toEqual([
      'Already Exists',
      'Already Exists (inactive)',
      'Added',
    ]);
    const back = await run('reactivate', [a, b, makeTestAuid('1900')]);
    expect(back.map(({ isSuccess, message }) => [isSuccess, message])).toEqual([
      [false, 'AU not inactive'],
      [true, 'Reactivated'],
      [false, 'Not Found'],
    ]);
    expect(await configuration(b)).not.toHaveProperty(['reserved.disabled']);
    await run('deactivate', [b]);
    expect(messages(await run('delete', [a, b, makeTestAuid('1900')]))).toEqual([
      'Deleted',
      'Deleted',
      'Not Found',
    ]);
    expect((await aus.call('GET', '/aus').expect(200)).body.map(({ auId }: Result) => auId)).toEqual([c]);
    const { rows } = await aus.pool.query('select auid from au_state');
    expect(rows).toEqual([{ auid: c }]);
  });

  it('fail one by one, each with its reason and its own name', async () => {
    const wrong = makeTestAuid('2017');
    const noPlugin = makeTestAuid('2018', 'org.example.NoPlugin');
    const absent = makeTestAuid('1900');
    const results = await run('add', [absent, a, noPlugin, wrong, oddTitle.auid, 'malformed', b]);
    expect(results).toEqual([
      { auId: absent, name: absent, isSuccess: false, message: 'Not in title database' },
      { auId: a, name: 'Journal 2014 (Example Platform)', isSuccess: true, message: 'Added' },
      {
        auId: noPlugin,
        name: 'Journal 2018',
        isSuccess: false,
        message: 'Plugin not found: org.example.NoPlugin',
      },
      {
        auId: wrong,
        name: 'Journal 2017 (Example Platform)',
        isSuccess: false,
        message: expect.stringMatching(
          /^Incompatible with plugin Journal Plugin: The parameter issues must be /,
        ),
      },
      {
        auId: oddTitle.auid,
        name: 'Journal 2020 (Example Platform)',
        isSuccess: false,
        message: expect.stringMatching(/^Incompatible with plugin Journal Plugin: .* yield another AUID/),
      },
      { auId: 'malformed', name: 'malformed', isSuccess: false, message: 'Not in title database' },
      { auId: b, name: 'Journal 2015 (Example Platform)', isSuccess: true, message: 'Added' },
    ]);
  });

  it('that conflict are named key by key, without secrets', async () => {
    await aus.put('2019', { login: 'user:stored', issues: '1-8', 'reserved.displayName': 'x' });
    const [result] = await run('add', [makeTestAuid('2019')]);
    expect(result).toMatchObject({
      isSuccess: false,
      message:
        'Conflict: issues: stored 1-8, in the title database 1-9; login: stored ******, in the title database ******',
    });
    await aus.put('2014', { more: 'x'.repeat(500) });
    expect(messages(await run('add', [a]))).toEqual([
      `Conflict: more: stored ${'x'.repeat(100)}…, in the title database nothing`,
    ]);
  });

  it('asked for twice in one request are told what is so the second time', async () => {
    expect(messages(await run('add', [a, b, a, 'x', 'x']))).toEqual([
      'Added',
      'Added',
      'Already Exists',
      'Not in title database',
      'Not in title database',
    ]);
    expect(messages(await run('deactivate', [a, a]))).toEqual(['Deactivated', 'AU already inactive']);
    expect(messages(await run('reactivate', [a, a]))).toEqual(['Reactivated', 'AU not inactive']);
    expect(messages(await run('delete', [a, b, a]))).toEqual(['Deleted', 'Deleted', 'Not Found']);
  });

  it('stay inactive while their plugin is away, or finds them wanting', async () => {
    await run('add', [a, b]);
    await run('deactivate', [a, b]);
    await aus.pool.query(
      `update au_configuration set configuration = configuration || '{"issues": "9-1"}' where auid = $1`,
      [b],
    );
    expect(messages(await run('reactivate', [b]))).toEqual([
      expect.stringMatching(/^Incompatible with plugin Journal Plugin: The parameter issues/),
    ]);
    await removePlugin(aus.pool);
    expect(messages(await run('reactivate', [a]))).toEqual([
      'Plugin not found: org.example.plugin.JournalPlugin',
    ]);
    await restorePlugin(aus.pool);
    expect(messages(await run('reactivate', [a]))).toEqual(['Reactivated']);
  });

  it('tell whoever listens of what they changed, and of nothing else', async () => {
    await run('add', [a]);
    const listener = await listenForNotices(aus);
    await run('add', [a, b]);
    await run('deactivate', [b, c]);
    await run('delete', [b, c]);
    expect(await listener.until(3)).toEqual([
      { kind: 'AuConfigStored', auid: b },
      { kind: 'AuConfigStored', auid: b },
      { kind: 'AuConfigRemoved', auid: b },
    ]);
    await listener.stop();
  });

  it.each(operations)('%s %s takes one AUID per line as well', async (method, path) => {
    const answer = await aus.call(method, path).type('text/plain').send(`x&1\r\n\nx&2\n`).expect(200);
    expect((answer.body as Result[]).map(({ auId }) => auId)).toEqual(['x&1', 'x&2']);
  });

  it.each(operations)('%s %s refuses what is no list of AUIDs', async (method, path) => {
    const call = () => aus.call(method, path);
    for (const body of [{}, [''], [1], [null], ['a&b', ['c&d']]]) await call().send(body).expect(400);
    await call().type('json').send('"a&b"').expect(400);
    await call().type('json').send('[').expect(400);
    await call().expect(400);
    await call().type('text/plain').send('').expect(400);
    const long = `a&${'b'.repeat(8_191)}`;
    await call().send([long]).expect(400);
    expect((await call().type('text/plain').send(`a&b\n${long}`).expect(400)).body.detail).toContain(
      'number 2',
    );
  });

  it.each(operations)('%s %s refuses other media types and long bodies', async (method, path) => {
    await aus.call(method, path).type('application/xml').send('<a/>').expect(415);
    await aus
      .call(method, path)
      .send(['x'.repeat(8_000), 'y'.repeat(8_000), 'z'.repeat(500)])
      .expect(413);
  });

  it.each(operations)('%s %s answers nothing asked with nothing', async (method, path) => {
    expect((await aus.call(method, path).send([]).expect(200)).body).toEqual([]);
  });
});
