// Tests pg-kit's detection of a transaction-pooling proxy. The test is in the testkit, because the testkit contains the
// proxy and depends on pg-kit.
import { hasSharedSessions, openDatabase } from '@holdfast/pg-kit';
import { describe, expect, it } from '@jest/globals';
import { addCleanup, createTestDatabase, startPoolingProxy } from '../src/index.ts';

async function isShared(url: string): Promise<boolean> {
  const database = openDatabase({ url, poolSize: 4, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close(1_000));
  return hasSharedSessions(database.pool);
}

describe('a proxy that pools transactions', () => {
  it.each([
    { sessions: 1, order: 'last used' },
    { sessions: 2, order: 'last used' },
    { sessions: 2, order: 'in turn' },
    { sessions: 5, order: 'last used' },
    { sessions: 5, order: 'in turn' },
  ] as const)('is noticed with $sessions sessions, $order', async (options) => {
    const { url } = await createTestDatabase();
    const proxy = await startPoolingProxy(url, options);
    expect(await isShared(proxy.url)).toBe(true);
    await proxy.close();
  });

  it('is not seen in PostgreSQL itself', async () => {
    const { url } = await createTestDatabase();
    for (let time = 0; time < 5; time++) expect(await isShared(url)).toBe(false);
  });
});
