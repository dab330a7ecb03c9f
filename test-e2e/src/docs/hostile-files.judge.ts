// Covers: packages/service-kit packages/http-kit services/config-service
// Opens hostile configuration files and files of other sources in a real browser: no script in them may run. The
// service's configuration formats cannot contain scripts, so a proxy sends hostile content with the headers of the
// service's response.
import { createServer } from 'node:http';
import { addCleanup, createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startConfig } from '../support/config-server.ts';
import { findInstalledBrowser, openBrowser } from './browser.ts';

const password = 'correct: horse, battery';
const hostile = `<?xml version="1.0"?>
<lockss-config><property name="org.example.setting" value="1"/>
<h:script xmlns:h="http://www.w3.org/1999/xhtml">new Image().src = '/script-ran';</h:script></lockss-config>`;

const browserPath = findInstalledBrowser();
const itWithBrowser = browserPath === undefined ? it.skip : it;
if (browserPath === undefined) {
  process.stderr.write(
    'NOT RUN: whether script runs needs Chromium, which is not installed on this machine.\n',
  );
}

let browser: Browser;
let proxyUrl: string;

beforeAll(async () => {
  if (browserPath === undefined) return;
  const { url } = await createTestDatabase();
  const service = await startConfig(url, password, { SPOOL_DIR: await createTemporaryFolder() });
  proxyUrl = await startHostileProxy(service.url);
  browser = await openBrowser(browserPath);
}, 120_000);

/**
 * Starts a proxy that replaces the body of the service's response with hostile content. Below /bare, the proxy also
 * removes all headers except Content-Type.
 */
async function startHostileProxy(serviceUrl: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const isBare = request.url!.startsWith('/bare/');
    const authorization = `Basic ${btoa(`admin:${password}`)}`;
    const answer = await fetch(`${serviceUrl}${request.url!.replace(/^\/bare/, '')}`, {
      headers: { authorization },
    });
    await answer.arrayBuffer();
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-length|content-encoding|connection)$/.test(name),
    );
    const headers = isBare
      ? { 'content-type': 'text/xml' }
      : { ...Object.fromEntries(kept), 'content-type': 'text/xml' };
    response.writeHead(answer.status, headers).end(hostile);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Returns whether the hostile script ran, that is, whether the page sent the script's request. */
async function scriptRuns(path: string): Promise<boolean> {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${proxyUrl}${path}`, { waitUntil: 'networkidle' });
  await page.close();
  return asked.includes('/script-ran');
}

itWithBrowser(
  'script runs where nothing is said against it',
  async () => {
    expect(await scriptRuns('/bare/config/file/cluster')).toBe(true);
  },
  60_000,
);

itWithBrowser.each([
  '/config/file/cluster',
  '/config/url?url=dyn:cluster.xml',
  '/config/file/expert',
  '/aus',
  '/no-such-path',
])(
  'script does not run at %s',
  async (path) => {
    expect(await scriptRuns(path)).toBe(false);
  },
  60_000,
);
