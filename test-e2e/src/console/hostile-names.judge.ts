// Covers: packages/console packages/http-kit/src/console
// Puts hostile text into every name that other people can choose: AUs, suspect URLs, titles, publishers, parameters,
// imported files, failed requests, damaged captures. On every screen that displays such a name, no script may run and
// no request may go to another server. The browser must report no errors, and the page must not be wider than its
// window.

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder, formatBasicAuth, TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  type ConsoleView,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
} from './console-page.ts';
import { type EmptyNode, startEmptyNode } from './empty-node.ts';
import { makeHostileArchive, makeHostileCaptures } from './hostile-captures.ts';
import { damageRecord } from './stored-record.ts';

const LONG = 'long'.repeat(2_000);

describeWithBrowser('names that try to break out', (executablePath) => {
  let node: EmptyNode;
  let browser: Browser;
  let auid: string;
  let otherAuid: string;
  let uuid: string;
  const asked: string[] = [];

  beforeAll(async () => {
    const trap = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    addCleanup(() => new Promise((resolve) => trap.close(resolve)));
    const trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`;
    const markup = `"'><img src=${trapUrl}i onerror=window.__ran=1><script src=${trapUrl}s></script>\u202egpj`;
    const titles = join(await createTemporaryFolder(), 'titles.tdb');
    await writeFile(titles, hostileTitles(markup));
    [node, browser] = await Promise.all([
      startEmptyNode({ configurationEnv: { TDB_SOURCES: titles } }),
      openBrowser(executablePath),
    ]);
    otherAuid = `org|example|plugin|Trap&x~${markup.replace(/[\u202e]/g, '')}`;
    auid = await configureHostileAu(node, markup);
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    const { statuses } = await client.importArchive(makeHostileArchive(makeHostileCaptures(trapUrl)), {
      auid: otherAuid,
    });
    uuid = statuses.find(({ url }) => url?.includes('<script>') || url?.includes('onerror'))!.artifactUuid!;
    await importNamed(node, `${markup}.warc.gz`);
    await importNamed(node, `${LONG}.warc.gz`);
    for (const { artifactUuid } of statuses.slice(0, 3)) {
      await damageRecord(node, artifactUuid!);
      await client.bytes(`/artifacts/${artifactUuid}/payload`).catch(() => undefined);
    }
    await fetch(
      `${node.repositoryUrl}/artifacts?continuationToken=${encodeURIComponent(markup)}`,
      makeLoginOptions(node),
    );
  }, 120_000);

  const addresses = () => [
    '/',
    '/aus',
    `/aus/${encodeURIComponent(auid)}`,
    '/titles',
    '/titles?q=onerror',
    '/titles?view=findings',
    '/content',
    '/content?view=list',
    `/content/default/${encodeURIComponent(otherAuid)}`,
    `/content/default/${encodeURIComponent(otherAuid)}?view=list`,
    ...['properties', 'headers', 'records', 'versions', 'events'].map(
      (tab) => `/artifacts/${uuid}?tab=${tab}`,
    ),
    `/import?auid=${encodeURIComponent(otherAuid)}`,
    ...['jobs', 'damage', 'copies', 'deletions', 'holds', 'purges', 'sweep'].map(
      (tab) => `/keeping?tab=${tab}`,
    ),
    ...['values', 'sources', 'files'].map((view) => `/configuration?view=${view}`),
    '/configuration/files/expert',
    '/users',
    '/settings',
    '/audit',
  ];

  it('are text on every screen, wide and narrow', async () => {
    const views = [CONSOLE_VIEWS[0]!, CONSOLE_VIEWS[2]!];
    const found = await Promise.all(
      views.flatMap((view) => halvesOf(addresses()).map((some) => walk(view, some))),
    );
    const nothing = { seen: {}, dialogs: [], origins: [node.configurationUrl] };
    expect(found).toEqual(found.map(() => nothing));
    expect(asked).toEqual([]);
  }, 120_000);

  async function walk(view: ConsoleView, some: readonly string[]) {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    const dialogs: string[] = [];
    opened.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await logIn(opened, node.user, node.password);
    const seen: Record<string, unknown> = {};
    for (const address of some) {
      await navigateTo(opened, address);
      await opened.page.waitForTimeout(100);
      // Expanding or collapsing a branch may remove other branches, so a missing branch is not an error.
      for (const branch of await opened.page.locator('[role=treeitem]').all())
        await branch.click({ timeout: 1_500 }).catch(() => undefined);
      const faults = await findPageFaults(opened);
      if (faults.length > 0) seen[address.slice(0, 60)] = faults;
    }
    const origins = [...opened.origins];
    await opened.context.close();
    return { seen, dialogs, origins };
  }

  it('are shown at all', async () => {
    const opened = await openConsole(browser, node.configurationUrl);
    await logIn(opened, node.user, node.password);
    const shown: string[] = [];
    for (const address of [
      '/aus',
      '/titles',
      '/import',
      '/keeping?tab=damage',
      '/configuration?view=values',
    ]) {
      await navigateTo(opened, address);
      await opened.page.getByText('onerror').first().waitFor();
      // The console displays a symbol in place of a character that reverses the text direction.
      expect([address, await opened.page.locator('#main', { hasText: '\u202e' }).count()]).toEqual([
        address,
        0,
      ]);
      shown.push(address);
    }
    expect(shown).toHaveLength(5);
    await opened.context.close();
  }, 60_000);
});

/** Splits the list into two halves, which two pages test at the same time. */
const halvesOf = (all: readonly string[]): string[][] =>
  [0, 1].map((half) => all.filter((_, at) => at % 2 === half));

async function findPageFaults(opened: ConsolePage): Promise<string[]> {
  const hasRun = await opened.page.evaluate('window.__ran !== undefined');
  return [
    ...opened.complaints.splice(0),
    ...(hasRun ? ['something ran'] : []),
    ...((await isPageTooWide(opened)) ? ['the page is wider than its window'] : []),
  ];
}

const makeLoginOptions = ({ user, password }: EmptyNode) => ({
  headers: { authorization: formatBasicAuth(user, password) },
});

/**
 * Returns the text of a title database with hostile names. An invalid line makes the service report a finding that
 * quotes the name.
 */
function hostileTitles(markup: string): string {
  const name = markup.replaceAll('\\', '').replaceAll(';', '').replaceAll('"', "'");
  return `{
  publisher < name = "${name}" >
  {
    title < name = "${name}" ; issn = 1234-5679 >
    plugin = org.example.plugin.TidesPlugin
    param[base_url] = http://www.example.org/
    implicit < status ; year ; name ; param[year] >
    au < released ; 2024 ; "${name}" ; 2024 >
    au < released ; 2025 ; ${LONG} ; 2025 >
    au < released ; 2024 ; "again ${name}" ; 2024 >
  }
}
`;
}

/** Configures an AU whose name, state, suspect URLs and configuration parameters are hostile. */
async function configureHostileAu(node: EmptyNode, markup: string): Promise<string> {
  const send = async (method: string, path: string, body: unknown) => {
    const isForm = body instanceof FormData;
    const { authorization } = makeLoginOptions(node).headers;
    const answer = await fetch(node.configurationUrl + path, {
      method,
      headers: {
        authorization,
        ...(!isForm && { 'content-type': 'application/json' }),
        'if-none-match': '*',
      },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const auId = 'org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2030';
  const path = encodeURIComponent(auId);
  const auConfig = { base_url: 'http://www.example.org/', year: '2030', 'reserved.displayName': markup };
  await send('PUT', `/aus/${path}`, { auId, auConfig });
  const long = auId.replace('2030', '2029');
  await send('PUT', `/aus/${encodeURIComponent(long)}`, {
    auId: long,
    auConfig: { ...auConfig, year: '2029', 'reserved.displayName': LONG },
  });
  await send('PATCH', `/austates/${path}`, {
    lastCrawlResult: 4,
    lastCrawlResultMsg: markup,
    cdnStems: [LONG],
  });
  const hash = { bytes: 'q83vEg==', algorithm: 'SHA-256' };
  const suspect = { version: 1, created: 1_700_000_000_000, computedHash: hash, storedHash: null };
  await send('PUT', `/aususpecturls/${path}`, {
    auid: auId,
    suspectVersions: [
      { ...suspect, url: `http://www.example.org/${markup}` },
      { ...suspect, url: `http://www.example.org/${LONG}` },
    ],
  });
  const file = new FormData();
  file.set('configFile', new Blob([`org.lockss.x=${markup}\norg.lockss.${LONG.slice(0, 1_900)}=${LONG}\n`]));
  await send('PUT', '/config/file/expert', file);
  return auId;
}

async function importNamed(node: EmptyNode, name: string): Promise<void> {
  const form = new FormData();
  form.set('auid', 'named files');
  form.set(
    'archive',
    new Blob([new Uint8Array(makeHostileArchive(makeHostileCaptures('http://127.0.0.1:9/').slice(-2)))]),
    name,
  );
  const answer = await fetch(`${node.repositoryUrl}/archives`, {
    method: 'POST',
    body: form,
    ...makeLoginOptions(node),
  });
  await answer.text();
}
