// Replay while the object store is down: requests that need the store get 503, and all other requests continue to work.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describeWithS3, makeResponseRecord } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startTestService } from '../../service.ts';
import { makeReplayRequests } from './replay-requests.ts';

describeWithS3('while the object store is down', (s3) => {
  it('archives are 503, and the index is answered from', async () => {
    const way = await wayTo(s3.endpoint);
    const { bucket } = await s3.bucket();
    const service = await startTestService({
      OBJECT_STORE: `s3:${bucket}`,
      S3_ENDPOINT: way.endpoint,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      HEALTH_INTERVAL: '60s',
    });
    const ask = makeReplayRequests(service);
    const url = 'http://stored.example/';
    const [name] = await ask.imported(gzipSync(makeResponseRecord(url, Buffer.from('stored'))));
    expect((await ask.get(`${name}.warc.gz`)).status).toBe(200);
    await way.close();
    for (const form of ['warc', 'warc.gz']) {
      const response = await ask.get(`${name}.${form}`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      await response.arrayBuffer();
    }
    expect(await ask.cdx(url)).toHaveLength(1);
  });
});

/** Opens a proxy in front of the S3 server. Closing the proxy makes the server unreachable. */
async function wayTo(endpoint: string): Promise<{ endpoint: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
