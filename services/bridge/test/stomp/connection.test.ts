import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { parseBrokerAddresses } from '../../src/stomp/address.ts';
import { type BrokerOptions, connectToBroker } from '../../src/stomp/connection.ts';
import { startTestBroker } from '../broker.ts';

const options: BrokerOptions = {
  user: 'u',
  password: 'p:w',
  authorities: undefined,
  heartBeatMs: 0,
  timeoutMs: 5_000,
};
const message = (text: string) => ({ destination: '/topic/a', headers: {}, body: Buffer.from(text) });

describe('a connection to a broker', () => {
  it('logs in, sends in one transaction, and hears what it has subscribed to', async () => {
    const broker = await startTestBroker({ passcode: 'p:w' });
    const connection = await connectToBroker(broker.address, options);
    await connection.send([message('1'), message('2')]);
    expect(broker.taken).toHaveLength(2);
    const { promise, resolve } = Promise.withResolvers<string>();
    connection.subscribe('/topic/b', {}, ({ body }) => resolve(body.toString()));
    await connection.send([]);
    broker.publish('/topic/b', 'heard');
    expect(await promise).toBe('heard');
    await connection.close();
    expect(connection.gone.aborted).toBe(true);
    await expect(connection.send([message('3')])).rejects.toThrow();
  });

  it.each([
    ['refuses the login', { passcode: 'other' }, /refused: Bad credentials: no/],
    ['speaks no STOMP', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, /colon|answer/],
    ['says nothing', { greeting: '' }, /did not answer within 100 ms/],
    ['beats oddly', { connected: { 'heart-beat': 'often' } }, /heart-beat/],
  ])('is not made where the broker %s', async (_what, behaviour, words) => {
    const broker = await startTestBroker(behaviour);
    // If the broker sends no greeting, the client waits until the timeout, so the timeout is short.
    const limited = { ...options, timeoutMs: 'greeting' in behaviour ? 100 : 5_000 };
    await expect(connectToBroker(broker.address, limited)).rejects.toThrow(words);
  });

  it('is not made where nobody listens', async () => {
    const broker = await startTestBroker();
    await broker.stop();
    await expect(connectToBroker(broker.address, options)).rejects.toThrow(/cannot be reached/);
  });

  it('tells what is under way that it is gone', async () => {
    const broker = await startTestBroker({ forgetsReceipt: true });
    const connection = await connectToBroker(broker.address, options);
    await expect(connection.send([message('1')])).rejects.toThrow(/closed the connection/);
    expect(broker.taken).toHaveLength(1);
  });

  it('is given up where nothing is heard, and beats where it is asked to', async () => {
    const broker = await startTestBroker({ connected: { 'heart-beat': '20,20' } });
    const connection = await connectToBroker(broker.address, { ...options, heartBeatMs: 20 });
    const { promise, resolve } = Promise.withResolvers<string>();
    for (const socket of broker.connections) socket.on('data', (text) => resolve(String(text)));
    expect(await promise).toBe('\n');
    if (!connection.gone.aborted)
      await new Promise((done) => connection.gone.addEventListener('abort', done));
    expect(String(connection.gone.reason)).toMatch(/nothing was heard/);
  });

  it('is by TLS where the address says so, with the authorities given', async () => {
    const folder = await createTemporaryFolder();
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const certificate = readFileSync(cert, 'utf8');
    const broker = await startTestBroker({}, { key: readFileSync(key), cert: certificate });
    await expect(connectToBroker(broker.address, options)).rejects.toThrow(/self-signed certificate/);
    const connection = await connectToBroker(broker.address, { ...options, authorities: certificate });
    await connection.send([message('1')]);
    expect(broker.taken).toHaveLength(1);
    await connection.close();
  });
});

describe('addresses of brokers', () => {
  it('are one or several', () => {
    expect(parseBrokerAddresses('stomp://a, stomps://b:1 stomp://[::1]:2')).toEqual([
      { host: 'a', port: 61_613, isSecure: false, text: 'stomp://a' },
      { host: 'b', port: 1, isSecure: true, text: 'stomps://b:1' },
      { host: '::1', port: 2, isSecure: false, text: 'stomp://[::1]:2' },
    ]);
  });

  it.each(['', 'broker', 'tcp://a:1', 'stomp://u:p@a', 'stomp://a/queue', 'stomp://a?b'])(
    'are not %p',
    (text) => {
      expect(() => parseBrokerAddresses(text)).toThrow(/^must/);
    },
  );
});
