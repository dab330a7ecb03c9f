// Covers: README.md examples packages/api-types packages/http-kit services
// Runs the first session of the README, then opens /docs as a reader would, logs in, and sends every GET with its
// default values.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, type StartedProcess } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  adaptToInstallation,
  isDefinition,
  readPrintedSession,
  readSessionSettings,
  runSessionCommand,
} from '../readme/first-session.ts';
import { type Installation, prepareInstallation, runNpmStart } from '../readme/installation.ts';
import { findInstalledBrowser, openBrowser } from './browser.ts';
import {
  closeOperation,
  listShownOperations,
  logIn,
  openDocs,
  openOperation,
  tryOutOperation,
} from './docs-page.ts';

const browserPath = findInstalledBrowser();
const itWithBrowser = browserPath === undefined ? it.skip : it;
if (browserPath === undefined) {
  process.stderr.write('NOT RUN: what /docs sends needs Chromium, which is not installed on this machine.\n');
}

let installation: Installation;
let running: StartedProcess | undefined;

beforeAll(async () => {
  if (browserPath === undefined) return;
  const { start, commands } = readPrintedSession();
  installation = await prepareInstallation(await createTemporaryFolder(), {
    settings: readSessionSettings(start),
  });
  running = await runNpmStart(installation);
  const definitions: string[] = [];
  for (const printed of commands) {
    const command = adaptToInstallation(printed, installation);
    expect(await runSessionCommand(command, definitions, installation)).toMatchObject({ exitCode: 0 });
    if (isDefinition(printed)) definitions.push(command);
  }
}, 300_000);
afterAll(() => running?.stop());

itWithBrowser(
  'every GET of both pages is answered as it stands there',
  async () => {
    const browser = await openBrowser(browserPath!);
    await Promise.all([sendEveryGet(browser, 'repositoryPort'), sendEveryGet(browser, 'configPort')]);
  },
  300_000,
);

/**
 * Operations that read one account, check, deletion or version of a file. A new node has none of these and responds
 * with 404.
 */
const ofAbsent =
  /^GET \/(?:users\/\{username\}|checks\/\{check\}.*|deletions\/\{number\}|.*\/versions\/\{version\})$/;

async function sendEveryGet(browser: Browser, port: 'repositoryPort' | 'configPort'): Promise<void> {
  const password = (await readFile(join(installation.dataFolder, 'admin-password'), 'utf8')).trim();
  const docs = await openDocs(browser, `http://127.0.0.1:${installation[port]}`);
  expect(await docs.page.title()).toContain('Holdfast');
  expect(await docs.page.locator('.login').textContent()).toContain('data/admin-password');
  const filled = docs.page.waitForResponse((answer) => answer.url().includes('/artifacts?limit=1'));
  await logIn(docs, 'admin', password);
  if (port === 'repositoryPort') await filled;
  else filled.catch(() => undefined);
  const gets = (await listShownOperations(docs)).filter((shown) => shown.startsWith('GET '));
  expect(gets.length).toBeGreaterThanOrEqual(15);
  const answers: Record<string, string> = {};
  let absent = 0;
  for (const shown of gets) {
    const operation = await openOperation(docs, 'GET', shown.slice(4));
    const { status, body } = await tryOutOperation(operation);
    await closeOperation(operation);
    if (status === '404' && ofAbsent.test(shown)) absent++;
    else answers[shown] = /^2\d\d$/.test(status) ? '2xx' : `${status} ${body}`;
  }
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((shown) => [shown, '2xx'])));
  // The browser also logs each 404 response.
  const notFound = 'console: Failed to load resource: the server responded with a status of 404 (Not Found)';
  expect(docs.complaints).toEqual(Array.from({ length: absent }, () => notFound));
}
