import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '../src/audit-rows.ts';
import { auditTable } from '../src/audit-table.ts';
import { type AuditTable, auditTableIn } from '../src/audit-table-in.ts';
import { type Scratch, scratchDatabase } from './scratch-database.ts';

let scratch: Scratch;
let table: AuditTable;
beforeAll(async () => {
  scratch = await scratchDatabase();
  table = auditTableIn(scratch.open(), 'test');
  for (const statement of auditTable('test')) await scratch.run(statement);
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

  it('forgets what is too old, and of too many the oldest routine ones before others', async () => {
    await add(...[1, 2, 3, 4, 5, 6].map((atMs) => row(atMs, { routine: atMs % 2 === 0 })));
    expect(await table.forget({ beforeMs: 2, most: 100 })).toBe(1);
    expect(await times()).toEqual([6, 5, 4, 3, 2]);
    expect(await table.forget({ beforeMs: 0, most: 4 })).toBe(1);
    expect(await times()).toEqual([6, 5, 4, 3]);
    expect(await table.forget({ beforeMs: 0, most: 1 })).toBe(3);
    expect(await times()).toEqual([5]);
  });
});
