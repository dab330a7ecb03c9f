// Covers: docs packages/http-kit/src packages/service-kit/src services/repository-service/src/features/shared services/repository-service/src/features/archives
// Runs nginx and Caddy (from Debian) with each documented configuration file in front of both services. Logins, links,
// the console, uploads and ranges must work over TLS, and the services must see the client's address.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as plainRequest } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { formatBasicAuth, makeResponseRecord } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmptyNode, startEmptyNode } from '../console/empty-node.ts';
import { type DocumentedFile, extractDocumentedFiles } from './documented-files.ts';
import { isInstalled, type RunningProxy, runProxy } from './run-proxy.ts';

const EXPOSE = 'docs/runbooks/expose.md';
const files = extractDocumentedFiles();
/** Address of the client. The services trust only the proxy, which has another address. */
const CLIENT = '127.0.0.5';
const NAMES = { repository: 'repository.example.org', configuration: 'config.example.org' } as const;
type Name = keyof typeof NAMES;

let node: EmptyNode;
beforeAll(async () => {
  node = await startEmptyNode({ env: { TRUSTED_PROXIES: '127.0.0.1', WORKERS: '1' } });
}, 300_000);

it('there is a file for each proxy, in front of both services', () => {
  expect(files.map(({ document, language }) => `${document} ${language}`).sort()).toEqual([
    'docs/replay.md nginx',
    'docs/runbooks/expose.md caddyfile',
    'docs/runbooks/expose.md nginx',
  ]);
});

for (const file of files) {
  const program = file.language === 'nginx' ? 'nginx' : 'caddy';
  const title = `the ${file.language} file of ${file.document}`;
  if (!isInstalled(program)) {
    console.warn(
      `${title} is not run: ${program} or openssl is not installed (Debian's nginx-light, caddy).`,
    );
    it.skip(title, () => undefined);
  } else if (file.document === EXPOSE) describe(title, () => tlsProxy(file));
  else describe(title, () => replayProxy(file));
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function tlsProxy(file: DocumentedFile): void {
  let proxy: RunningProxy;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  beforeAll(async () => {
    const exchanged = {
      '127.0.0.1:24610': hostOf(node.repositoryUrl),
      '127.0.0.1:24620': hostOf(node.configurationUrl),
    };
    proxy = await runProxy(file, exchanged, NAMES.configuration);
  }, 300_000);
  afterAll(async () => {
    agent.destroy();
    await proxy?.stop();
  });

  const originOf = (name: Name) => `https://${NAMES[name]}:${proxy.port}`;
  const open = (name: Name, path: string, options: RequestOptions = {}): ClientRequest =>
    httpsRequest({
      ...{ host: '127.0.0.1', port: proxy.port, path, agent, localAddress: CLIENT },
      ...{ servername: NAMES[name], ca: proxy.ca },
      ...options,
      headers: { host: `${NAMES[name]}:${proxy.port}`, ...options.headers },
    });
  const ask = async (name: Name, path: string, options: RequestOptions = {}, body?: string | Buffer) => {
    const sent = open(name, path, options);
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
  };
  const asAdmin = () => ({ authorization: formatBasicAuth(node.user, node.password) });

  /** Logs in like a browser that does not send Sec-Fetch-Site. */
  const logIn = async (name: Name, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ name: node.user, password: node.password });
    const given = { 'content-type': 'application/json', origin: originOf(name), ...headers };
    return await ask(name, '/session', { method: 'POST', headers: given }, body);
  };
  const cookieFrom = ({ headers }: { headers: IncomingMessage['headers'] }) =>
    String(headers['set-cookie']?.[0]?.split(';')[0]);

  it.each(['configuration', 'repository'] as const)('a session of the %s service is Secure', async (name) => {
    const answer = await logIn(name);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(node.user)]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-holdfast-session=\S+; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('the console and all that it passes on work with one session', async () => {
    const cookie = cookieFrom(await logIn('configuration'));
    const page = await ask('configuration', '/console/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const path of ['/aus', '/console/repository/namespaces', '/console/repository/session']) {
      const answer = await ask('configuration', path, { headers: { cookie } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const session = await ask('configuration', '/console/repository/session', { headers: { cookie } });
    expect(JSON.parse(session.text)).toMatchObject({ user: { name: node.user } });
    const id = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
    const write = (origin: string) =>
      ask('configuration', `/console/repository/artifacts/${id}`, {
        method: 'DELETE',
        headers: { cookie, origin },
      });
    expect((await write(originOf('configuration'))).status).toBe(404);
    expect((await write('https://evil.example')).status).toBe(403);
  });

  it('no client can name another host, address or scheme', async () => {
    const forged = {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '192.0.2.66',
      forwarded: 'for=192.0.2.66;host=evil.example;proto=http',
    };
    expect((await logIn('configuration', forged)).status).toBe(403);
    const { origin: _origin, ...others } = forged;
    const answer = await logIn('configuration', others);
    expect(answer.headers['set-cookie']?.[0]).toContain('Secure');
  });

  it.each([
    ['repository', '/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61', 'repository'],
    ['configuration', '/aus/org%7Cexample%26a~b', 'configuration'],
    ['configuration', '/console/repository/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61', 'repository'],
  ] as const)('the address of a client of the %s service is its own: %s', async (name, path, loggedBy) => {
    const requestId = `${file.language}-${name}-${loggedBy}`;
    const headers = { ...asAdmin(), 'x-request-id': requestId, 'x-forwarded-for': '192.0.2.66' };
    await ask(name, path, { method: 'DELETE', headers });
    for (;;) {
      const found = await ask(loggedBy, `/audit?requestId=${requestId}`, { headers: asAdmin() });
      const [entry] = (JSON.parse(found.text) as { entries: { client: string }[] }).entries;
      if (entry === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      expect(entry.client).toBe(CLIENT);
      return;
    }
  });

  it.each([
    ['repository', '/archives'],
    ['configuration', '/console/repository/archives'],
  ] as const)(
    'a large upload to the %s service arrives whole',
    async (name, path) => {
      const auid = `au-${file.language}-${name}`;
      const boundary = 'a-boundary';
      const head = [
        `--${boundary}\r\nContent-Disposition: form-data; name="auid"\r\n\r\n${auid}\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="archive"; filename="a.warc"\r\n`,
        'Content-Type: application/warc\r\n\r\n',
      ];
      const sent = open(name, path, {
        method: 'POST',
        headers: {
          ...asAdmin(),
          accept: 'application/x-ndjson',
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      });
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      let text = '';
      const hasEnded = answered.then(async ([answer]) => {
        expect(answer.statusCode).toBe(200);
        for await (const piece of answer.setEncoding('utf8')) text += piece;
      });
      hasEnded.catch(() => undefined);
      const send = async (piece: string | Buffer) => {
        if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), hasEnded]);
      };
      await send(head.join(''));
      let count = 0;
      const sendRecord = () => {
        count += 1;
        return send(
          makeResponseRecord(`http://www.example.org/${count}`, randomBytes(RECORD_BYTES), dateOf(count)),
        );
      };
      while (count < RECORDS) await sendRecord();
      // Neither proxy forwards any of the response before the upload is complete.
      expect(text).toBe('');
      sent.end(`\r\n--${boundary}--\r\n`);
      await hasEnded;
      const statuses = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { status: string });
      expect(statuses).toHaveLength(count);
      expect(statuses.filter(({ status }) => status !== 'OK')).toEqual([]);
    },
    300_000,
  );

  it('ranges come through, and links lead back over TLS', async () => {
    const headers = asAdmin();
    const list = await ask('repository', `/aus/au-${file.language}-repository/artifacts?limit=2`, {
      headers,
    });
    const { artifacts, pageInfo } = JSON.parse(list.text) as {
      artifacts: { uuid: string; contentLength: number }[];
      pageInfo: { nextLink: string; curLink: string };
    };
    const origin = originOf('repository');
    expect(pageInfo.curLink.startsWith(`${origin}/aus/`)).toBe(true);
    expect(pageInfo.nextLink.startsWith(`${origin}/aus/`)).toBe(true);
    const large = artifacts.find(({ contentLength }) => contentLength > 1_000)!;
    const path = `/artifacts/${large.uuid}/payload`;
    const part = await ask('repository', path, { headers: { ...headers, range: 'bytes=100-299' } });
    expect([part.status, part.bytes.length]).toEqual([206, 200]);
    expect(part.headers['content-range']).toBe(`bytes 100-299/${large.contentLength}`);
    const whole = await ask('repository', path, { headers });
    expect(whole.bytes.subarray(100, 300).equals(part.bytes)).toBe(true);
    const cookie = cookieFrom(await logIn('configuration'));
    const console = await ask('configuration', `/console/repository${path}`, {
      headers: { cookie, range: 'bytes=100-299' },
    });
    expect(console.bytes.equals(part.bytes)).toBe(true);
  });
}

const RECORD_BYTES = 500_000;
const RECORDS = 60;

const dateOf = (n: number): string =>
  `${new Date(Date.UTC(2020, 0, 1, 0, 0, n)).toISOString().slice(0, 19)}Z`;

function replayProxy(file: DocumentedFile): void {
  let proxy: RunningProxy;
  beforeAll(async () => {
    const [, replayLogin = ''] = formatBasicAuth(node.user, node.password).split(' ');
    const exchanged = {
      '127.0.0.1:24610': hostOf(node.repositoryUrl),
      'cmVwbGF5OlRIRS1QQVNTV09SRA==': replayLogin,
    };
    proxy = await runProxy(file, exchanged, undefined);
  }, 300_000);
  afterAll(() => proxy?.stop());

  it('logs in for whoever asks, for replay alone', async () => {
    const statusOf = async (path: string): Promise<number | undefined> => {
      const sent = plainRequest({ host: '127.0.0.1', port: proxy.port, path }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await statusOf('/replay/cdxb/default?url=http://none.example/')).toBe(404);
    expect(await statusOf('/artifacts')).toBe(404);
  });
}
