import { createLog } from '@holdfast/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditLine } from '../../src/audit/audit.ts';
import { type AuditBuffer, createAuditBuffer } from '../../src/audit/audit-buffer.ts';
import type { AuditEntry } from '../../src/audit/audit-store.ts';

class AwayError extends Error {}

const log = createLog({ service: 'test', level: 'silent' });
const line = (requestId: string, more: Partial<AuditLine> = {}): AuditLine => ({
  event: 'write',
  requestId,
  operation: 'deleteAu',
  method: 'DELETE',
  user: 'alice',
  client: '::1',
  subject: {},
  status: 200,
  outcome: 'ok',
  ...more,
});

let kept: AuditEntry[];
let batches: number[];
/** Returns the error that the store throws for a batch, or undefined if the store accepts the batch. */
let refuses: (batch: AuditEntry[]) => Error | undefined;
let keeper: AuditBuffer;
const keeperOf = (more: object = {}) => {
  const store = {
    add: async (entries: readonly string[]) => {
      const batch = entries.map((entry) => JSON.parse(entry) as AuditEntry);
      batches.push(batch.length);
      const error = refuses(batch);
      if (error) throw error;
      kept.push(...batch);
    },
    isAway: (error: unknown) => error instanceof AwayError,
  };
  return createAuditBuffer({ store, log, nowMs: () => 1_000, delayMs: 5, ...more });
};
beforeEach(() => {
  [kept, batches, refuses] = [[], [], () => undefined];
  keeper = keeperOf();
});
afterEach(() => keeper.close());
const requests = () => kept.map(({ requestId }) => requestId);

describe('what keeps the audit log', () => {
  it('writes nothing before the table is there, and then many at once, in their order', async () => {
    for (let at = 0; at < 700; at += 1) keeper.keep(line(String(at)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(batches).toEqual([]);
    keeper.open();
    await keeper.close();
    expect(batches).toEqual([500, 200]);
    expect(requests()).toEqual(Array.from({ length: 700 }, (_, at) => String(at)));
  });

  it('tells AU and artifact apart from what else a request was about', async () => {
    keeper.open();
    const uuid = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
    keeper.keep(line('one', { subject: { auid: 'a&b', uuid, namespace: 'n' }, routine: true }));
    keeper.keep(line('two', { subject: { uuid: 'none', auids: ['a', 'b', 'c'] } }));
    await keeper.close();
    expect(kept[0]).toMatchObject({
      auid: 'a&b',
      artifact: uuid,
      subject: { namespace: 'n' },
      routine: true,
    });
    expect(kept[1]).toMatchObject({ auid: null, artifact: null, subject: { uuid: 'none', aus: 3 } });
  });

  it('makes of what a refused request named what PostgreSQL can hold', async () => {
    keeper.open();
    keeper.keep(line('one', { subject: { auid: 'a\0b', name: ['\ud800'], 'k\0': 1, path: 'C:\\u0000' } }));
    await keeper.close();
    expect(kept[0]).toMatchObject({ auid: 'a\ufffdb', subject: { 'k\ufffd': 1, path: 'C:\\u0000' } });
    expect(JSON.stringify(kept[0])).not.toMatch(/\\ud800/);
  });

  it('holds entries while the database is away, and says how many it could not hold', async () => {
    keeper = keeperOf({ mostCharacters: 1_000 });
    keeper.open();
    refuses = () => new AwayError('away');
    for (let at = 0; at < 10; at += 1) keeper.keep(line(String(at)));
    const held = keeper.waiting;
    expect(held).toBeGreaterThan(1);
    expect(keeper.droppedLines).toBe(10 - held);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([kept, keeper.waiting]).toEqual([[], held]);
    refuses = () => undefined;
    await keeper.close();
    expect(requests()).toEqual([...Array.from({ length: held }, (_, at) => String(at)), '']);
    expect(kept.at(-1)).toMatchObject({
      event: 'missing',
      outcome: 'error',
      subject: { entries: 10 - held },
    });
  });

  it('leaves out no more than the one entry that is refused', async () => {
    keeper.open();
    refuses = (batch) => (batch.some(({ requestId }) => requestId === '3') ? new Error('bad') : undefined);
    for (let at = 0; at < 6; at += 1) keeper.keep(line(String(at)));
    await keeper.close();
    expect(requests()).toEqual(['0', '1', '2', '4', '5', '']);
    expect(keeper.droppedLines).toBe(1);
  });
});
