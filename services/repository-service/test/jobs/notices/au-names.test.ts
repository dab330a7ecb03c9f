// Names of AUs in notifications, requested from a fake configuration service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createAuNameFinder } from '../../../src/jobs/notices/au-names.ts';
import { findAuNameFaults } from '../../../src/jobs/notices/settings.ts';

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

async function openFinder(answer: Answer) {
  const asked: Asked[] = [];
  const warnings: unknown[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const query = [...searchParams.values()][0]!;
    asked.push({ path: pathname, query, authorization: request.headers.authorization });
    answer(asked.at(-1)!, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const settings = {
    configUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...{ configCertFile: undefined, readerUser: 'config-service', readerPassword: 'pass' },
  };
  const log = { warn: (facts: unknown) => warnings.push(facts) } as unknown as Log;
  return { find: createAuNameFinder(settings, log)!, asked, warnings };
}

it('prefers the name of the configuration to the name of the title database', async () => {
  const names = {
    '/ws/tdbaus': [
      { auId: "it's", name: 'Title' },
      { auId: 'listed', name: 'Listed' },
    ],
    '/ws/auqueries': [
      { auId: "it's", name: 'Configured' },
      { auId: 'nameless', name: '' },
    ],
  };
  const { find, asked } = await openFinder(({ path }, response) =>
    response.end(JSON.stringify(names[path as keyof typeof names])),
  );
  expect(await find(["it's", 'listed', 'nameless'])).toEqual(
    new Map([
      ["it's", 'Configured'],
      ['listed', 'Listed'],
    ]),
  );
  const query = "select auId, name where auId in ('it''s', 'listed', 'nameless')";
  const authorization = `Basic ${Buffer.from('config-service:pass').toString('base64')}`;
  expect(asked).toEqual([
    { path: '/ws/tdbaus', query, authorization },
    { path: '/ws/auqueries', query, authorization },
  ]);
});

it('divides long lists, and skips an AUID that is too long for a request', async () => {
  const { find, asked } = await openFinder((_asked, response) => response.end('[]'));
  const auids = Array.from({ length: 20 }, (_, i) => `${i}|${'%'.repeat(300)}`);
  await find([...auids, 'x'.repeat(8_000)]);
  const listed = asked.filter(({ path }) => path === '/ws/auqueries').map(({ query }) => query);
  expect(listed.length).toBeGreaterThan(1);
  for (const query of listed) expect(encodeURIComponent(query).length).toBeLessThanOrEqual(6_500);
  expect(listed.flatMap((query) => query.match(/\d+\|/g))).toEqual(auids.map((_, i) => `${i}|`));
});

it.each<[string, Answer]>([
  ['refuses the login', (_asked, response) => response.writeHead(401).end('{}')],
  ['is another server', (_asked, response) => response.end('<html>')],
  ['returns an error as JSON', (_asked, response) => response.end('{"error":{}}')],
  ['closes the connection', (_asked, response) => response.destroy()],
])('is left out if the configuration service %s', async (_case, answer) => {
  const { find, warnings } = await openFinder(answer);
  expect(await find(['au'])).toEqual(new Map());
  expect(warnings).toHaveLength(1);
});

it('is not looked up without an address', () => {
  const settings = { configUrl: undefined, configCertFile: undefined, readerUser: 'r', readerPassword: 'p' };
  expect(createAuNameFinder(settings, {} as Log)).toBeUndefined();
});

it('refuses contradictory settings', () => {
  const base = { configCertFile: undefined, readerUser: 'reader', readerPassword: 'pass' };
  expect(findAuNameFaults({ ...base, configUrl: 'http://127.0.0.1:24620' })).toEqual([]);
  expect(findAuNameFaults({ ...base, configUrl: undefined })).toEqual([]);
  expect(
    findAuNameFaults({
      ...{ configUrl: 'http://a:b@localhost/?c', configCertFile: '/cert.pem' },
      ...{ readerUser: 'reader', readerPassword: undefined },
    }),
  ).toEqual([
    'CONFIG_URL must not contain credentials; READER_USER and READER_PASSWORD do',
    'CONFIG_URL must have neither a query nor a fragment',
    'CONFIG_URL is set, but READER_PASSWORD is not',
    'CONFIG_CERT_FILE has no effect without a CONFIG_URL that begins with https://',
  ]);
});
