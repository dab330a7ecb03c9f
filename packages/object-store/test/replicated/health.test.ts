// Circuit breaker of one store.
import { afterEach, describe, expect, it } from '@jest/globals';
import { StoreHealth } from '../../src/replicated/health.ts';

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
