// Tests messages about notices in four languages. Message texts contain crawled content, which may be hostile.
import { describe, expect, it } from '@jest/globals';
import type { StoredNotice } from '../src/notices/notice.ts';
import { makeNoticeMessage, makeTestMessage } from '../src/texts/make-message.ts';

const context = { node: 'example', consoleUrl: 'https://holdfast.example.org/console/' };
const reader = { type: 'mail', address: 'librarian@example.org', language: 'en' } as const;
const uuid = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
const damage: StoredNotice = {
  ...{ id: '1', at: Date.parse('2026-11-27T20:06:00Z'), kind: 'damage.found', status: 'event' },
  namespace: 'default',
  auid: 'org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025',
  artifact: uuid,
  detail: {
    count: 1,
    items: [{ uuid, url: 'http://www.example.org/tides-today' }],
    ...{ reason: 'gzip member', store: 'second' },
  },
};

describe('a mail', () => {
  it('names the artifact, links to it, and links to the settings of notifications', () => {
    const { subject, body } = makeNoticeMessage(context, reader, [damage]);
    expect(subject).toBe('[Holdfast example] 1 artifact is damaged');
    expect(body).toBe(
      [
        '1 artifact is damaged',
        'Node example',
        '',
        '27 Nov 2026, 20:06 UTC  http://www.example.org/, 2025',
        `  AUID: ${damage.auid}`,
        '  http://www.example.org/tides-today',
        `  https://holdfast.example.org/console/artifacts/${uuid}?namespace=default`,
        '  Reason: gzip member',
        '  Store: second',
        '',
        '-- ',
        'You receive this message because librarian@example.org is a target of notifications.',
        'Change notifications: https://holdfast.example.org/console/notifications',
        '',
      ].join('\n'),
    );
  });

  it('contains the name of the AU if it is known', () => {
    const auNames = new Map([[damage.auid!, `Tides\n${'e'.repeat(300)}`]]);
    const { body } = makeNoticeMessage({ ...context, auNames }, reader, [damage]);
    const name = body.split('\n').find((line) => line.includes('20:06 UTC'));
    expect(name).toMatch(/^27 Nov 2026, 20:06 UTC {2}Tides e{193}…$/);
    expect(body).toContain(`\n  AUID: ${damage.auid}\n`);
    expect(body).not.toContain('http://www.example.org/, 2025');
  });

  it.each([
    [{ sourceKind: 'store', sourceName: 'first' }, 'Repaired from store first'],
    [{ sourceKind: 'peer', sourceName: 'https://b.example.org' }, 'Repaired from https://b.example.org'],
    [{ sourceKind: 'upload' }, 'Repaired from an upload'],
  ] as const)('names the origin of a repair %#', (source, line) => {
    const repaired = { ...damage, kind: 'damage.repaired', detail: { ...damage.detail, ...source } } as const;
    expect(makeNoticeMessage(context, reader, [repaired]).body).toContain(`\n  ${line}\n`);
  });

  it('has no links without the address of the console', () => {
    const { body } = makeNoticeMessage({ ...context, consoleUrl: undefined }, reader, [damage]);
    expect(body).not.toContain('https://');
  });

  it.each([
    ['de', '1 Artefakt ist beschädigt', 'Grund: gzip member'],
    ['fr', '1 artefact est endommagé', 'Motif : gzip member'],
    ['es', '1 artefacto está dañado', 'Motivo: gzip member'],
  ] as const)('speaks %s', (language, title, reason) => {
    const { subject, body } = makeNoticeMessage(context, { ...reader, language }, [damage]);
    expect(subject).toBe(`[Holdfast example] ${title}`);
    expect(body).toContain(`\n  ${reason}\n`);
    expect(makeTestMessage(context, { ...reader, language }, 0).body).not.toContain('{');
  });

  it('removes line breaks and other control characters of names', () => {
    const hostile = {
      ...damage,
      kind: 'job.failed',
      detail: { name: 'a\r\nBcc: x@example.org\u0000\u202e' },
    } as const;
    const { subject, body } = makeNoticeMessage(context, reader, [hostile]);
    expect(subject).toBe('[Holdfast example] The job a Bcc: x@example.org  failed');
    expect(body.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    const long = { ...hostile, detail: { name: 'n'.repeat(5_000) } };
    expect(makeNoticeMessage(context, reader, [long]).subject.length).toBeLessThanOrEqual(200);
  });

  it('links to the check that has ended', () => {
    const checked: StoredNotice = {
      ...{ id: '2', at: damage.at, kind: 'check.finished', status: 'event' },
      detail: { check: uuid },
    };
    const { body } = makeNoticeMessage(context, reader, [checked]);
    expect(body).toContain(`\n  https://holdfast.example.org/console/checks/${uuid}\n`);
  });

  it('summarizes a week by the number of notices of each kind', () => {
    const counts = { 'damage.found': 2, 'store.away': 1_000 };
    const summary = { ...damage, kind: 'summary.weekly', detail: { counts } } as const;
    const { subject, body } = makeNoticeMessage(context, reader, [summary]);
    expect(subject).toBe('[Holdfast example] Weekly summary');
    expect(body).toContain('\n  Damage: 2\n  A store cannot be reached: 1,000\n');
  });

  it('says how many notices and artifacts it omits', () => {
    const many = { ...damage, detail: { ...damage.detail, count: 7 } };
    const { subject, body } = makeNoticeMessage(context, reader, Array(25).fill(many));
    expect(subject).toBe('[Holdfast example] 175 artifacts are damaged');
    expect(body).toContain('\n  and 6 more\n');
    expect(body).toContain('\nand 5 more\n');
  });
});

describe('a webhook', () => {
  const webhook = { ...reader, type: 'webhook', address: 'https://chat.example.org/' } as const;

  it('has the kind, the status and the artifacts', () => {
    const { body } = makeNoticeMessage(context, webhook, [damage]);
    expect(JSON.parse(body)).toEqual({
      type: 'damage.found',
      timestamp: '2026-11-27T20:06:00.000Z',
      data: {
        ...{
          node: 'example',
          kind: 'damage.found',
          status: 'event',
          title: '1 artifact is damaged',
          count: 1,
        },
        text: expect.stringContaining('Reason: gzip member'),
        items: [
          {
            ...{ namespace: 'default', auid: damage.auid, uuid, url: 'http://www.example.org/tides-today' },
            link: `https://holdfast.example.org/console/artifacts/${uuid}?namespace=default`,
          },
        ],
        link: `https://holdfast.example.org/console/artifacts/${uuid}?namespace=default`,
      },
    });
  });

  it('has the name of the AU if it is known', () => {
    const auNames = new Map([[damage.auid!, 'Tides 2025']]);
    const { body } = makeNoticeMessage({ ...context, auNames }, webhook, [damage]);
    expect(JSON.parse(body).data.items).toMatchObject([{ auid: damage.auid, auName: 'Tides 2025' }]);
    expect(JSON.parse(body).data.text).toContain('Tides 2025');
  });

  it('stays under 20 kB even with long names', () => {
    const url = `http://www.example.org/${'ü'.repeat(900)}`;
    const long: StoredNotice = {
      ...{ ...damage, auid: 'a'.repeat(8_192) },
      detail: { count: 20, items: Array(20).fill({ uuid, url }), reason: 'ü'.repeat(1_000) },
    };
    for (const count of [1, 20]) {
      const { body } = makeNoticeMessage(context, webhook, Array(count).fill(long));
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      expect(JSON.parse(body).data.count).toBe(20 * count);
    }
  });
});
