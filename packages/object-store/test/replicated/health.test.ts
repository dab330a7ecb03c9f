// Circuit breaker of one store: when it opens and when it closes.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StoreHealth } from '../../src/replicated/health.ts';
import type { CopySetMember as StoreMember } from '../../src/replicated/member.ts';
import { openTestCopies } from './copies.ts';

describe('a store whose probe is given up after a while', () => {
  let health: StoreHealth | undefined;
  afterEach(() => health?.close());

  const openHealth = async (isNeeded: boolean) => {
    let failure: Error | undefined;
    health = new StoreHealth({
      probe: async () => {
        if (failure) throw failure;
      },
      probeWriting: async () => undefined,
      isNeeded: () => isNeeded,
      onChange: () => undefined,
      nowMs: () => performance.now(),
    });
    await health.probeNow();
    expect(health.blocked).toBeUndefined();
    failure = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    await health.probeNow();
    return health;
  };

  it('counts as slow, and stays in use if it is the only one', async () => {
    expect((await openHealth(true)).blocked).toBeUndefined();
  });

  it('is not used if there are others', async () => {
    expect((await openHealth(false)).blocked).toBe('it has not answered for a second');
  });
});

describe('reading while each store is given up for a moment', () => {
  it('asks again the stores that are used again', async () => {
    const copies = await openTestCopies(2);
    try {
      await copies.store.put('ns/a.bin', Buffer.from('bytes'));
      const [first, second] = copies.copies.members as [StoreMember, StoreMember];
      copies.set(0, 'hangs');
      copies.set(1, 'hangs');
      const reading = copies.store.readBytes('ns/a.bin', { offset: 0, length: 5 });
      await until(() => copies.used(1).some((operation) => operation.startsWith('readBytes')));
      copies.set(0, 'fails');
      await first.health.probeNow();
      expect(first.isReadable).toBe(false);
      copies.set(0, 'none');
      await first.health.probeNow();
      expect(first.isReadable).toBe(true);
      copies.set(1, 'fails');
      await second.health.probeNow();
      expect((await reading).toString()).toBe('bytes');
    } finally {
      await copies.close();
    }
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}
