import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type KnownAus, startWithKnownAus } from './known-aus.ts';

let aus: KnownAus;
beforeAll(async () => {
  aus = await startWithKnownAus({ environment: { DATABASE_POOL: '2' } });
  await aus.pool.query(`
    insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms)
    select 'p&n~' || n, 'p', jsonb_build_object('x', repeat(md5(n::text), 250)), 0, 0 from generate_series(1, 4000) n`);
});
afterAll(() => aus.stop());

it('clients that take their time over all AUs hold up nobody else', async () => {
  const slow = await Promise.all(Array.from({ length: 4 }, () => askAndPause(aus)));
  const { body } = await aus.call('GET', '/aus/p%26n~7').expect(200);
  expect(body.auId).toBe('p&n~7');
  const all = await aus.call('GET', '/aus').expect(200);
  expect(all.body).toHaveLength(4_000);
  for (const { socket, received } of slow) {
    // The response cannot have been sent completely, because 32 MB do not fit into the socket buffers.
    expect(received()).toBeLessThan(16 * 1024 * 1024);
    socket.destroy();
  }
});

/** Reads only the beginning of the response. */
async function askAndPause({ services }: KnownAus): Promise<{ socket: Socket; received: () => number }> {
  const { url, asAdmin } = services[0]!;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /aus HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n\r\n`);
  const first = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('error', reject);
  });
  socket.pause();
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  return { socket, received: () => socket.bytesRead };
}
