// Tests targets of notifications: the merged list of both services, and the validation of addresses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryContract } from '@holdfast/api-types/repository';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_KINDS,
  isAddress,
  KIND_GROUPS,
  type ListedTarget,
  mergeTargets,
} from '../../src/screens/notifications/merge-targets.ts';
import { makeNotReadyResponse, openPage, type Page } from '../page/open-page.ts';

const target = (id: string, address: string): ListedTarget => ({
  ...{ id, type: 'mail', address, kinds: [], language: 'en', weekly: false, hourlyCap: 20 },
  ...{ enabled: true, createdBy: 'admin', created: 1 },
});

describe('targets of notifications', () => {
  it('with the same address in both services are one row', () => {
    const merged = mergeTargets([
      { service: 'repository', targets: [target('1', 'a@x'), target('2', 'b@x')] },
      { service: 'configuration', targets: [target('3', 'b@x')] },
    ]);
    expect(merged.map(({ address, places }) => [address, places.map((place) => place.target.id)])).toEqual([
      ['a@x', ['1']],
      ['b@x', ['2', '3']],
    ]);
  });

  it('have valid addresses', () => {
    expect(['a@example.org', 'a b@x', 'a@x, b@x', '@x', 'a'].map((text) => isAddress('mail', text))).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(
      ['https://x/y', 'http://x:1', 'https://u:p@x/', 'ftp://x/', 'x'].map((text) =>
        isAddress('webhook', text),
      ),
    ).toEqual([true, true, false, false, false]);
  });

  it('offer every kind of notice, each with a message', () => {
    const { NoticeKind } = repositoryContract.components!.schemas as unknown as {
      NoticeKind: { enum: string[] };
    };
    const offered: string[] = Object.values(KIND_GROUPS).flat();
    expect([...offered, 'summary.weekly'].sort()).toEqual([...NoticeKind.enum].sort());
    expect(DEFAULT_KINDS.every((kind) => offered.includes(kind))).toBe(true);
    const folder = join(import.meta.dirname, '../../src/language/messages');
    const messages = JSON.parse(readFileSync(join(folder, 'notifications.en.json'), 'utf8'));
    expect(offered.filter((kind) => messages[`kind.${kind}`] === undefined)).toEqual([]);
  });
});

describe('the screen of notifications', () => {
  let page: Page;
  afterEach(() => page.close());

  async function show(
    targets: readonly object[],
    deliveries: readonly object[],
    notices: readonly object[] = [],
  ): Promise<void> {
    const answers = {
      '/notices/targets': { targets, missing: [], consoleUrl: 'http://node.test/console/' },
      '/notices/deliveries': { deliveries, pageInfo: {} },
      '/notices': { notices, pageInfo: {} },
    };
    page = await openPage({
      file: 'screens/notifications/notifications-screen.tsx',
      services: ({ path }) => {
        const found = Object.entries(answers).find(([end]) => path.endsWith(end));
        // The configuration service has no targets, so it returns empty lists.
        if (found === undefined) return makeNotReadyResponse(path);
        const isOther = path.startsWith('/console/configuration');
        return Response.json(
          isOther ? { targets: [], deliveries: [], notices: [], missing: [], pageInfo: {} } : found[1],
        );
      },
    });
    await page.show();
  }

  it('lists the kinds of a recipient by group, and a whole group in one word', async () => {
    const kinds = ['damage.found', 'import.failed', ...KIND_GROUPS.node];
    await show([{ ...target('1', 'a@x'), kinds, weekly: true, language: 'de' }], []);
    const row = page.root.findAll('tr')[1]!.text;
    expect(row).toContain('a@x Mail · Deutsch');
    expect(row).toContain('Content : Damage Changes : Failed imports Node : everything Weekly summary');
    expect(page.root.text).toContain('No messages');
  });

  it('says when a message is tried again, and why it failed', async () => {
    const created = Date.now();
    const message = { id: '1', target: '1', type: 'mail', address: 'a@x', notices: 1, created };
    await show(
      [],
      [
        {
          ...message,
          subject: 'Damage',
          state: 'waiting',
          attempts: 2,
          due: created + 1_800_000,
          error: '451',
        },
        { ...message, id: '2', subject: 'Repair', state: 'waiting', attempts: 0, due: created },
        { ...message, id: '3', subject: 'Import', state: 'failed', attempts: 10, error: '550 unknown user' },
      ],
    );
    expect(page.root.text).toContain('Nobody is notified yet');
    const [first, second, third] = page.root
      .findAll('tr')
      .slice(1)
      .map(({ text }) => text);
    expect(first).toMatch(/waiting next attempt in (?:29|30) minutes 451/);
    expect(second).not.toContain('next attempt');
    expect(third).toContain('550 unknown user Send again');
  });

  it('links what the latest events concern', async () => {
    const [auid, uuid] = ['P&year~2025', '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61'];
    const items = [{ uuid, url: 'http://a.example/tides' }];
    await show(
      [],
      [],
      [
        {
          ...{ id: '1', at: Date.now(), kind: 'damage.found', status: 'event', namespace: 'default', auid },
          ...{ artifact: uuid, detail: { count: 1, items, reason: 'gzip member' } },
        },
        { id: '2', at: 1, kind: 'store.away', status: 'resolved', detail: { store: 'second' } },
      ],
    );
    const rows = page.root.findAll('tr').slice(1);
    expect(rows[0]!.text).toMatch(/^Damage .*http:\/\/a\.example\/tides P&year~2025 gzip member$/);
    expect(rows[0]!.findAll('a').map(({ attributes }) => attributes.get('href'))).toEqual([
      `/console/artifacts/${uuid}?namespace=default`,
      '/console/aus/P%26year~2025',
    ]);
    expect(rows[1]!.text).toMatch(/^A store cannot be reached ended .* second$/);
  });
});
