// Covers: packages/pg-kit services
// Checks that Holdfast's programs refuse a proxy with transaction pooling when they start.
// packages/testkit/test/shared-sessions.test.ts tests the detection; pgbouncer.judge.ts tests PgBouncer itself.
import { createTestDatabase, startPoolingProxy } from '@holdfast/testkit';
import { it } from '@jest/globals';
import { expectPoolerRefusal } from './refused.ts';

it('a proxy that pools transactions is refused by both services, the bridge and keep, with the reason', async () => {
  const { url } = await createTestDatabase();
  const proxy = await startPoolingProxy(url);
  await expectPoolerRefusal(proxy.url);
  await proxy.close();
}, 180_000);
