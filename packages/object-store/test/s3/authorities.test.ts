// S3_CA_FILE: connects to an S3 server whose certificate is signed by a private authority. A TLS proxy in front of a
// real server presents the certificate.
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import {
  createTemporaryFolder,
  describeWithS3,
  type MadeCertificate,
  makeCertificate,
} from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openObjectStore } from '../../src/open.ts';
import { parseObjectStore } from '../../src/port/settings.ts';

describeWithS3('an S3 server with a private authority', (s3) => {
  let own: MadeCertificate;
  let other: MadeCertificate;
  let front: Server;
  const open = new Set<Socket>();
  let settings: Awaited<ReturnType<typeof s3.bucket>>;
  beforeAll(async () => {
    const folder = await createTemporaryFolder();
    own = makeCertificate(folder, 'own');
    other = makeCertificate(folder, 'other');
    settings = await s3.bucket();
    const far = new URL(settings.endpoint);
    front = createServer({ cert: own.certificate, key: readFileSync(own.keyFile) }, (near) => {
      const server = connect(Number(far.port), far.hostname);
      open.add(near).add(server);
      for (const socket of [near, server]) socket.on('error', () => undefined);
      near.pipe(server).pipe(near);
    });
    front.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    front.close();
  });

  const storeWith = (caFile: string | undefined) => {
    const { bucket, accessKeyId, secretAccessKey, region } = settings;
    const endpoint = `https://localhost:${(front.address() as AddressInfo).port}`;
    const options = { endpoint, region, accessKeyId, secretAccessKey, caFile };
    return openObjectStore(parseObjectStore(`s3:${bucket}`, options));
  };

  it('is reached with the certificate of the authority', async () => {
    const store = await storeWith(own.certFile);
    await store.put('a/b', Buffer.from('content'));
    expect(await store.readBytes('a/b', { offset: 0, length: 7 })).toEqual(Buffer.from('content'));
    await store.close();
  });

  it('is not reached with another, or without one', async () => {
    for (const file of [other.certFile, undefined]) {
      await expect(storeWith(file).then((store) => store.check())).rejects.toThrow();
    }
  });
});

it('refuses a file without effect, and what is no file of certificates', async () => {
  const folder = await createTemporaryFolder();
  const file = join(folder, 'no.pem');
  const parse = (endpoint: string, caFile: string) => () =>
    parseObjectStore('s3:bucket', { endpoint, caFile });
  writeFileSync(file, 'no certificate');
  expect(parse('http://s3.example', file)).toThrow(/S3_CA_FILE has no effect/);
  expect(parse('https://s3.example', file)).toThrow(/S3_CA_FILE must contain certificates in PEM format/);
  expect(parse('https://s3.example', join(folder, 'none'))).toThrow(/cannot be read \(ENOENT\)/);
});
