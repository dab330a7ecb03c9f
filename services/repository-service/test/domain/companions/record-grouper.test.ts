// Companion records (request, metadata, warcinfo) are stored next to their artifact or separately, regardless of their
// order in the upload.
import { chooseSeed } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { type GroupedRecord, RecordGrouper } from '../../../src/domain/companions/record-grouper.ts';
import type { ParsedCompanion } from '../../../src/domain/record/read-companion.ts';
import type { DigestedRecord, ParsedUploadItem } from '../../../src/domain/record/read-record.ts';

const place = { memberAt: 'batch', memberStart: 0, memberLength: 1, memberCrc32: 0 } as const;
const none = { concurrentTo: undefined, refersTo: undefined, warcinfoId: undefined };

function artifact(recordId: string, fields: Partial<DigestedRecord> = {}): ParsedUploadItem {
  const record = { finding: 'record', recordId: `<${recordId}>`, url: 'http://a/', collectionMs: 1 };
  return { ...record, ...place, ...fields } as DigestedRecord;
}

function companion(
  type: ParsedCompanion['type'],
  recordId: string,
  to?: string,
  fields: Partial<ParsedCompanion> = {},
): ParsedCompanion {
  const request = type === 'request' ? { method: 'POST', body: recordId } : undefined;
  const common = { finding: 'companion', type, recordId: `<${recordId}>`, url: 'http://a/', collectionMs: 1 };
  const links = { ...none, ...(to !== undefined && { concurrentTo: [`<${to}>`] }) };
  return {
    ...common,
    offset: 0,
    request,
    error: undefined,
    ...place,
    ...links,
    ...fields,
  } as ParsedCompanion;
}

const request = (id: string, to?: string, fields = {}) => companion('request', id, to, fields);
const metadata = (id: string, to?: string) => companion('metadata', id, to);

/**
 * Returns one line for each group: `before… [artifact] after…`, or `apart companion of owner` for a companion record
 * that is stored separately.
 */
function arrange(findings: ParsedUploadItem[], { memberBytes = 1 } = {}): string[] {
  const arrangement = new RecordGrouper();
  const arranged: GroupedRecord[] = [];
  for (const finding of findings) {
    arrangement.take({ finding, member: new Uint8Array(memberBytes) }, arranged);
  }
  arrangement.close(arranged);
  const owners = new Map(
    arranged.flatMap((one) =>
      one.arranged === 'group' ? [[one.capture, nameOf(one.artifact.finding)]] : [],
    ),
  );
  return arranged.map((one) => {
    if (one.arranged === 'group') {
      const { before, artifact: of, after, request: by } = one;
      const method = by === undefined ? '' : ` by ${by.body}`;
      return [...before.map(named), `[${named(of)}${method}]`, ...after.map(named)].join(' ');
    }
    if (one.arranged === 'apart') {
      const { companion: own, owner, request: by } = one;
      const belongs = owner === undefined ? 'of nothing' : `of ${owners.get(owner)}`;
      return `apart ${named(own)} ${belongs}${by === undefined ? '' : ' as its request'}`;
    }
    return one.arranged;
  });
}

const named = ({ finding }: { finding: DigestedRecord | ParsedCompanion }) => nameOf(finding);
const nameOf = ({ recordId }: { recordId: string | undefined }) => recordId!.slice(1, -1);
const damage = { finding: 'damage', error: 'x' } as ParsedUploadItem;

describe('companions go beside their artifact', () => {
  it.each<[string, ParsedUploadItem[], string[]]>([
    [
      'when they follow and name it',
      [artifact('A'), request('r', 'A'), metadata('m', 'A')],
      ['[A by r] r m'],
    ],
    ['when they come before it and name it', [request('r', 'A'), artifact('A')], ['r [A by r]']],
    [
      'when it names them',
      [request('r'), metadata('m'), artifact('A', { concurrentTo: ['<r>', '<m>'] })],
      ['r m [A by r]'],
    ],
    [
      'when it named them before they came',
      [artifact('A', { concurrentTo: ['r'] }), request('r')],
      ['[A by r] r'],
    ],
    ['by way of one another', [metadata('m', 'r'), request('r', 'A'), artifact('A')], ['m r [A by r]']],
    [
      'by way of one that came before',
      [artifact('A'), request('r', 'A'), metadata('m', 'r')],
      ['[A by r] r m'],
    ],
    [
      'by what they refer to',
      [artifact('A'), companion('conversion', 'c', undefined, { refersTo: '<A>' })],
      ['[A] c'],
    ],
    ['a request directly before it, by URL and date', [request('r'), artifact('A')], ['r [A by r]']],
    ['a request directly behind it, by URL and date', [artifact('A'), request('r')], ['[A by r] r']],
    [
      'each its own, in pairs of one URL and date',
      [request('p'), artifact('A'), request('q'), artifact('B')],
      ['p [A by p]', 'q [B by q]'],
    ],
    [
      'all requests first',
      [request('p', 'A'), request('q', 'B'), artifact('A'), artifact('B')],
      ['p [A by p]', 'q [B by q]'],
    ],
    [
      'the first request tells the method',
      [artifact('A'), request('p', 'A'), request('q', 'A')],
      ['[A by p] p q'],
    ],
    [
      'across what cannot be kept',
      [artifact('A'), request('x', 'A', { error: 'damaged' }), request('r', 'A')],
      ['rejected', '[A by r] r'],
    ],
  ])('%s', (_name, findings, expected) => {
    expect(arrange(findings)).toEqual(expected);
  });
});

describe('companions go apart', () => {
  it.each<[string, ParsedUploadItem[], string[]]>([
    [
      'when another artifact came in between',
      [artifact('A'), artifact('B', { url: 'http://b/' }), request('r', 'A'), metadata('m', 'r')],
      ['[A]', 'apart r of A as its request', 'apart m of A', '[B]'],
    ],
    [
      'when damage came in between',
      [artifact('A'), damage, request('r')],
      ['[A]', 'damage', 'apart r of nothing'],
    ],
    [
      'when they are of another URL or date',
      [
        request('p', undefined, { url: 'http://b/' }),
        artifact('A'),
        request('q', undefined, { collectionMs: 2 }),
      ],
      ['apart p of nothing', '[A]', 'apart q of nothing'],
    ],
    [
      'a request that is not directly beside',
      [request('r'), metadata('m'), artifact('A')],
      ['apart r of nothing', 'apart m of nothing', '[A]'],
    ],
    ['when they name what never comes', [metadata('m', 'x'), artifact('A')], ['[A]', 'apart m of nothing']],
    [
      'what comes last of the file before another warcinfo',
      [artifact('A'), companion('warcinfo', 'w'), request('r')],
      ['[A]', 'warcinfo', 'apart r of nothing'],
    ],
  ])('%s', (_name, findings, expected) => {
    expect(arrange(findings)).toEqual(expected);
  });

  it('when there are more than are held', () => {
    const many = Array.from({ length: 70 }, (_, i) => metadata(`m${i}`, 'A'));
    const lines = arrange([...many, artifact('A')]);
    expect(lines.filter((line) => line.startsWith('apart'))).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/m6 .*m69 \[A\]$/);
    expect(arrange([artifact('A'), ...many]).filter((line) => line.endsWith('of A'))).toHaveLength(6);
  });

  it('when they are larger than what is held', () => {
    const findings = [request('p', 'A'), metadata('m', 'A'), artifact('A')];
    expect(arrange(findings, { memberBytes: 6_000_000 })).toEqual(['apart p of nothing', 'm [A]']);
  });
});

it('loses none, pairs those that name an artifact, and holds little, whatever comes', () => {
  let state = chooseSeed('companions in any order');
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const arrangement = new RecordGrouper();
  const arranged: GroupedRecord[] = [];
  const came: ParsedUploadItem[] = [];
  for (let i = 0; i < 4_000; i++) {
    const near = `a${Math.max(0, i + random(9) - 4)}`;
    const finding =
      random(3) === 0
        ? artifact(`a${i}`, {
            url: `http://a/${random(3)}`,
            ...(random(4) === 0 && { concurrentTo: [near] }),
          })
        : companion(random(2) === 0 ? 'request' : 'metadata', `a${i}`, random(3) === 0 ? undefined : near);
    came.push(finding);
    arrangement.take({ finding, member: new Uint8Array(1) }, arranged);
    expect(arrangement.held().length).toBeLessThan(200);
  }
  arrangement.close(arranged);
  const left = arranged.flatMap((one) => {
    if (one.arranged === 'group')
      return [...one.before, one.artifact, ...one.after].map(({ finding }) => finding);
    return one.arranged === 'apart' ? [one.companion.finding] : [];
  });
  expect(new Set(left)).toEqual(new Set(came));
  expect(left).toHaveLength(came.length);
  for (const one of arranged) {
    if (one.arranged !== 'apart' || one.owner) continue;
    // A companion record without an owner must not name an artifact that arrived earlier.
    const { concurrentTo } = one.companion.finding;
    const at = came.indexOf(one.companion.finding);
    const named = came.findIndex(({ recordId }) => `${recordId}` === `<${concurrentTo?.[0]?.slice(1, -1)}>`);
    expect(named >= 0 && named < at && came[named]!.finding === 'record').toBe(false);
  }
});
