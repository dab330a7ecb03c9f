// Some proxies cannot forward a request and its response at the same time. For them, the response to an import starts
// only after the upload has ended.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid } from './made-archives.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});

it('answers after the upload where a proxy in between asks for it', async () => {
  const auid = createAuid();
  const made = makeWarc(10, 500);
  const half = made.records[5]!.offset;
  const { url, authorization } = service.client;
  const headers = {
    authorization,
    'content-type': 'multipart/form-data; boundary=x',
    'x-holdfast-answer': 'after-request',
  };
  const sent = httpRequest(`${url}/archives`, { method: 'POST', headers });
  let hasBegun = false;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('error', reject).once('response', (answer: IncomingMessage) => {
      hasBegun = true;
      resolve(answer);
    });
  });
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  sent.write(`${part('auid')}\r\n\r\n${auid}\r\n${part('archive')}; filename="a.warc"\r\n\r\n`);
  sent.write(made.bytes.subarray(0, half));
  const listing = `/aus/${encodeURIComponent(auid)}/artifacts`;
  while ((await service.client.get(listing)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(hasBegun).toBe(false);
  sent.write(made.bytes.subarray(half));
  sent.end('\r\n--x--\r\n');
  const text = Buffer.concat(await (await answered).toArray()).toString();
  expect(text.trim().split('\n')).toHaveLength(10);
});
