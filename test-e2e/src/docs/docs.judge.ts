// Covers: services packages/http-kit packages/api-types
// Opens /docs in a real browser. The page must list every operation and load everything from the service itself.
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { openBrowser } from './browser.ts';
import { describeWithBrowser } from './describe-with-browser.ts';
import {
  type DocsPage,
  listShownOperations,
  logIn,
  openDocs,
  openOperation,
  tryOutOperation,
} from './docs-page.ts';

interface Operation {
  parameters?: unknown[];
  responses: Record<string, unknown>;
}
interface Document {
  info: { title: string };
  paths: Record<string, Record<string, unknown> & { parameters?: unknown[] }>;
}

const password = 'correct: horse, battery';
const methods = ['get', 'put', 'post', 'delete', 'patch'];

describeWithBrowser('the page at /docs', (executablePath) => {
  let browser: Browser;
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    const [repository, configuration] = await Promise.all([
      startRepository({
        databaseUrl: (await createTestDatabase()).url,
        objectStore: `fs:${await createTemporaryFolder()}`,
        env: { ADMIN_PASSWORD: password },
      }),
      startConfig((await createTestDatabase()).url, password),
    ]);
    // The page displays an artifact as an example, so the node needs one.
    await repository.client.importArchive(makeWarc(1, 100).bytes, { auid: 'shown' });
    urls.repository = repository.client.url;
    urls.configuration = configuration.url;
    browser = await openBrowser(executablePath);
  }, 120_000);

  describe.each([
    { name: 'repository', sample: { method: 'get', path: '/aus/{auid}/artifacts' } },
    { name: 'configuration', sample: { method: 'put', path: '/config/file/{sectionName}' } },
  ])('of the $name', ({ name, sample }) => {
    let docs: DocsPage;
    let document: Document;

    beforeAll(async () => {
      document = (await (await fetch(`${urls[name]}/openapi.json`)).json()) as Document;
      docs = await openDocs(browser, urls[name]!);
    }, 60_000);

    it('lists every operation', async () => {
      const shown = await listShownOperations(docs);
      const { paths } = document;
      const described = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations)
          .filter((method) => methods.includes(method))
          .map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(described.length).toBeGreaterThanOrEqual(20);
      expect(shown.sort()).toEqual(described.sort());
      expect(await docs.page.locator('.info .title').textContent()).toContain(document.info.title);
    });

    it('explains one: what it takes, and every status that it answers with', async () => {
      const ofPath = document.paths[sample.path]!;
      const { parameters = [], responses } = ofPath[sample.method] as Operation;
      const operation = await openOperation(docs, sample.method, sample.path);
      const statuses = await operation
        .locator('.responses-table tr.response')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));
      expect(statuses).toEqual(Object.keys(responses));
      const shown = await operation.locator('.parameters tr[data-param-name]').count();
      expect(shown).toBe(parameters.length + (ofPath.parameters?.length ?? 0));
    });

    it('sends what a reader tries out', async () => {
      const { status, body } = await tryOutOperation(await openOperation(docs, 'get', '/status'));
      expect(status).toBe('200');
      expect(JSON.parse(body)).toMatchObject({ ready: true });
    });

    it('needs nothing from elsewhere, and has nothing to complain of', () => {
      expect([...docs.origins]).toEqual([urls[name]]);
      expect(docs.complaints).toEqual([]);
    });
  });

  it('sends the login of a reader who gave it', async () => {
    const docs = await openDocs(browser, urls.repository!);
    await logIn(docs, 'admin', password);
    const operation = await openOperation(docs, 'get', '/namespaces');
    expect(await tryOutOperation(operation)).toMatchObject({
      status: '200',
      body: expect.stringContaining('['),
    });
    expect(docs.complaints).toEqual([]);
  }, 60_000);
});
