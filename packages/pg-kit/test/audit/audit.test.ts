import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '../../src/audit/audit-rows.ts';
import { type AuditTable, openAuditTable } from '../../src/audit/audit-rows.ts';
import { makeAuditTableStatements } from '../../src/audit/audit-table.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
let table: AuditTable;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  table = openAuditTable(scratch.open(), 'test');
  for (const statement of makeAuditTableStatements('test')) await scratch.run(statement);
});
afterAll(() => scratch.end());
beforeEach(() => scratch.run('delete from test_audit_entry'));

const artifact = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
const row = (atMs: number, more: Partial<AuditRow> = {}): AuditRow => ({
  atMs,
  event: 'write',
  routine: false,
  operation: 'deleteAu',
  method: 'DELETE',
  user: 'alice',
  client: '192.0.2.7',
  status: 200,
  outcome: 'ok',
  requestId: `r${atMs}`,
  auid: null,
  artifact: null,
  subject: null,
  why: null,
  nameHash: null,
  ...more,
});
const add = (...rows: AuditRow[]) => table.add(rows.map((one) => JSON.stringify(one)));
const times = async (filter: Parameters<AuditTable['find']>[0] = {}) =>
  (await table.find(filter, { before: undefined, limit: 100 })).map(({ atMs }) => atMs);

describe('the audit log in PostgreSQL', () => {
  it('gives entries back as they came, newest first, page by page', async () => {
    const full = row(3, { auid: 'a&b', artifact, subject: { namespace: 'é' }, why: 'w', nameHash: 'h' });
    await add(row(1), full, row(2, { user: null, method: null, status: null }), row(2));
    const first = await table.find({}, { before: undefined, limit: 2 });
    expect(first[0]).toEqual({ ...full, id: expect.any(Number) });
    const rest = await table.find({}, { before: first[1], limit: 9 });
    expect([...first, ...rest].map(({ atMs }) => atMs)).toEqual([3, 2, 2, 1]);
  });

  it('finds them by all that is asked at once', async () => {
    await add(
      row(1, { auid: 'a' }),
      row(2, { auid: 'A', user: 'bob', operation: 'putAu' }),
      row(3, { artifact, routine: true, event: 'secret' }),
      row(4, { outcome: 'error', client: '::1' }),
    );
    expect(await times({ auid: 'a' })).toEqual([1]);
    expect(await times({ artifact: artifact.toUpperCase() })).toEqual([3]);
    expect(await times({ sinceMs: 2, untilMs: 4 })).toEqual([3, 2]);
    expect(await times({ user: 'alice', routine: false })).toEqual([4, 1]);
    expect(await times({ operation: 'putAu' })).toEqual([2]);
    expect(await times({ event: 'secret' })).toEqual([3]);
    expect(await times({ outcome: 'error', client: '::1', requestId: 'r4' })).toEqual([4]);
    expect(await times({ outcome: 'error', user: 'bob' })).toEqual([]);
  });

  it('adds all or nothing', async () => {
    await expect(add(row(1), row(2, { status: 1e9 }))).rejects.toThrow(/out of range/);
    expect(await times()).toEqual([]);
  });

  it('changes no entry', async () => {
    await add(row(1));
    await expect(scratch.run("update test_audit_entry set user_name = 'eve'")).rejects.toThrow(/not changed/);
  });

  const noBytes = Number.MAX_SAFE_INTEGER;

  it('forgets what is too old, and of too many the oldest routine ones before others', async () => {
    await add(...[1, 2, 3, 4, 5, 6].map((atMs) => row(atMs, { routine: atMs % 2 === 0 })));
    expect(await table.forget({ beforeMs: 2, most: 100, mostBytes: noBytes })).toBe(1);
    expect(await times()).toEqual([6, 5, 4, 3, 2]);
    expect(await table.forget({ beforeMs: 0, most: 4, mostBytes: noBytes })).toBe(1);
    expect(await times()).toEqual([6, 5, 4, 3]);
    expect(await table.forget({ beforeMs: 0, most: 1, mostBytes: noBytes })).toBe(3);
    expect(await times()).toEqual([5]);
  });

  const REFUSED: Partial<AuditRow>[] = [
    { user: null, status: 403 },
    { user: null, status: null, outcome: 'aborted' },
    { user: null, status: 401, event: 'login', why: 'wrong' },
    { status: 400, outcome: 'error' },
    { status: 403, routine: true },
    { status: 404 },
    { status: 412 },
    { status: 429 },
    { status: 499 },
    { status: 503 },
    { status: 507 },
    { event: 'missing', user: null, status: null, why: 'refused' },
  ];
  const CARRIED_OUT: Partial<AuditRow>[] = [
    {},
    { routine: true },
    { event: 'secret' },
    { event: 'login', operation: 'createSession' },
    { status: 201 },
    { status: null, outcome: 'aborted' },
    { status: null, outcome: 'error', auid: 'one of several' },
    { status: 500, outcome: 'error' },
    { status: 502, outcome: 'error' },
    { event: 'missing', user: null, status: null },
  ];

  it('never forgets what was carried out because of what was refused, however much that is', async () => {
    await add(...CARRIED_OUT.map((more, index) => row(index + 1, more)));
    for (let round = 0; round < 30; round += 1)
      await add(...REFUSED.map((more, index) => row(1_000 + round * 100 + index, more)));
    expect(await table.forget({ beforeMs: 0, most: 20, mostBytes: noBytes })).toBe(358);
    expect((await times()).slice(2)).toEqual(CARRIED_OUT.map((_, index) => index + 1).reverse());
    expect((await times()).slice(0, 2)).toEqual([3_911, 3_910]);
  });

  it('never forgets what was refused because of what was carried out', async () => {
    await add(row(1, { status: 403 }), ...Array.from({ length: 50 }, (_, index) => row(index + 2)));
    expect(await table.forget({ beforeMs: 0, most: 10, mostBytes: noBytes })).toBe(40);
    expect((await times()).at(-1)).toBe(1);
  });

  it('bounds bytes, too, of each kind', async () => {
    const long = (atMs: number, more: Partial<AuditRow>) =>
      row(atMs, { auid: Array.from({ length: 500 }, (_, n) => `${atMs * 7 + n * n}`).join(), ...more });
    await add(...Array.from({ length: 100 }, (_, index) => long(index + 1, {})));
    await add(...Array.from({ length: 100 }, (_, index) => long(index + 101, { user: null })));
    await add(row(201), row(202, { status: 403 }));
    await table.forget({ beforeMs: 0, most: 1_000_000, mostBytes: 100_000 });
    const left = await times();
    expect(left.slice(0, 2)).toEqual([202, 201]);
    const refused = left.filter((atMs) => atMs > 100 && atMs < 201).length;
    const carriedOut = left.filter((atMs) => atMs <= 100).length;
    // The newest entries of each kind remain. Each entry takes about 3 kB.
    expect(left).toContain(200);
    expect(left).toContain(100);
    expect(refused).toBeGreaterThanOrEqual(1);
    expect(refused).toBeLessThan(10);
    expect(carriedOut).toBeGreaterThan(20);
    expect(carriedOut).toBeLessThan(60);
    expect(await table.forget({ beforeMs: 0, most: 1_000_000, mostBytes: 100_000 })).toBe(0);
  });

  it('counts about as many bytes as the table takes', async () => {
    const uuid = (n: number) => `0198c4a0-7c1e-7d3a-9b52-${String(n).padStart(12, '0')}`;
    const auid = 'org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014';
    const rows = Array.from({ length: 20_000 }, (_, n) =>
      row(n, { requestId: uuid(n), auid, artifact: uuid(n), subject: { namespace: 'default' } }),
    );
    await add(...rows);
    const [size] = await scratch.run("select pg_total_relation_size('test_audit_entry') as bytes");
    const perEntry = Number(size!.bytes) / rows.length;
    const mostBytes = 4_000_000;
    await table.forget({ beforeMs: 0, most: 1_000_000, mostBytes });
    const [kept] = await scratch.run('select count(*) as count from test_audit_entry');
    const counted = mostBytes / Number(kept!.count);
    expect(counted / perEntry).toBeGreaterThan(0.7);
    expect(counted / perEntry).toBeLessThan(1.5);
  });
});
