// Tests targets of notifications: the merged list of both services, and the validation of addresses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryContract } from '@holdfast/api-types/repository';
import { describe, expect, it } from '@jest/globals';
import {
  DEFAULT_KINDS,
  isAddress,
  KIND_GROUPS,
  type ListedTarget,
  mergeTargets,
} from '../../src/screens/notifications/merge-targets.ts';

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
