// Tests the notices that are derived from journal lines.
import { describe, expect, it } from '@jest/globals';
import type { JournalEntry } from '../../src/domain/journal-entry.ts';
import { listLineNotices, mergeNotices } from '../../src/domain/journal-notices.ts';

const au = { at: '2026-11-27T20:06:00.000Z', namespace: 'default', auid: 'a' };
const at = Date.parse(au.at);
const of = (entry: JournalEntry) => listLineNotices({ ...au, ...entry });

describe('the notices of a journal line', () => {
  it('tell which artifacts were damaged, and where', () => {
    expect(of({ op: 'damaged', artifacts: ['1', '2'], reason: 'gzip member', store: 'second' })).toEqual([
      {
        ...{ kind: 'damage.found', status: 'event', at, namespace: 'default', auid: 'a' },
        detail: { count: 2, items: [{ uuid: '1' }, { uuid: '2' }], reason: 'gzip member', store: 'second' },
      },
    ]);
  });

  it.each([
    ['repaired', 'damage.repaired'],
    ['well', 'damage.well'],
  ] as const)('tell of %s artifacts', (op, kind) => {
    expect(of({ op, artifacts: ['1'] })).toMatchObject([{ kind, artifact: '1', detail: { count: 1 } }]);
  });

  it('tell of damaged artifacts that an import replaced', () => {
    const replaced = { version: 1, committed: true, collectionDate: 1, storeDate: 1 };
    expect(
      of({
        ...{
          op: 'recorded',
          segment: 's',
          sizeBytes: 1,
          records: 2,
          provenance: { via: 'import', by: 'writer' },
        },
        replaces: [[0, { artifact: '1', ...replaced }]],
      }),
    ).toMatchObject([
      { kind: 'damage.repaired', artifact: '1', user: 'writer', detail: { source: 'upload' } },
    ]);
    expect(of({ op: 'recorded', segment: 's', sizeBytes: 1, records: 2 })).toEqual([]);
  });

  it('report a replaced damaged copy, but not a missing copy', () => {
    const checked = { op: 'checked', segment: 's', artifacts: 3, store: 'far' } as const;
    expect(of({ ...checked, damaged: 1, source: 'store:near', damagedArtifacts: ['1'] })).toMatchObject([
      {
        kind: 'copy.repaired',
        artifact: '1',
        detail: { count: 1, store: 'far', sourceKind: 'store', sourceName: 'near' },
      },
    ]);
    expect(of({ ...checked, fault: 'its manifest is damaged', source: 'store:near' })).toMatchObject([
      { kind: 'copy.repaired', detail: { count: 1, reason: 'its manifest is damaged' } },
    ]);
    expect(of({ ...checked, source: 'store:near' })).toEqual([]);
    expect(of({ ...checked, damaged: 1 })).toEqual([]);
  });

  it('name the user of a deletion, purge and hold', () => {
    expect(of({ op: 'deleted', artifacts: ['1'], by: 'writer' })).toMatchObject([
      { kind: 'deletion.done', artifact: '1', user: 'writer' },
    ]);
    expect(of({ op: 'purged', artifacts: ['1'], digests: [], by: 'keeper', reason: 'court' })).toMatchObject([
      { kind: 'purge.ordered', user: 'keeper', detail: { reason: 'court' } },
    ]);
    expect(of({ op: 'held', hold: 'h', by: 'writer', reason: 'court' })).toMatchObject([
      { kind: 'hold.placed', user: 'writer', detail: { count: 1, reason: 'court' } },
    ]);
    expect(of({ op: 'released', hold: 'h', artifact: '1', by: 'writer' })).toMatchObject([
      { kind: 'hold.lifted', artifact: '1' },
    ]);
    expect(of({ op: 'committed', artifacts: ['1'] })).toEqual([]);
  });

  it('report requested, decided and undone deletions, with their numbers', () => {
    const requested = { op: 'deletion-requested', number: 7, kind: 'delete', by: 'a' } as const;
    expect(of({ ...requested, artifacts: ['1', '2'], reason: 'court' })).toMatchObject([
      { kind: 'deletion.requested', user: 'a', detail: { count: 2, number: 7, reason: 'court' } },
    ]);
    expect(
      of({ op: 'deletion-decided', number: 7, decision: 'rejected', artifacts: ['1'], by: 'b' }),
    ).toMatchObject([{ kind: 'deletion.decided', user: 'b', detail: { number: 7, name: 'rejected' } }]);
    expect(of({ op: 'restored', number: 7, segment: 's', artifacts: ['1'], by: 'a' })).toMatchObject([
      { kind: 'deletion.restored', artifact: '1', detail: { number: 7 } },
    ]);
    expect(of({ op: 'held', hold: 'h', by: 'a', reason: 'court', changed: true })).toEqual([]);
  });

  it('name at most 20 artifacts, and count all', () => {
    const artifacts = Array.from({ length: 30 }, (_, i) => String(i));
    const [{ detail }] = of({ op: 'deleted', artifacts }) as [ReturnType<typeof of>[number]];
    expect(detail.items).toHaveLength(20);
    expect(detail.count).toBe(30);
  });

  it('are merged if they differ only in their artifacts', () => {
    const deleted = (artifact: string, by: string) => of({ op: 'deleted', artifacts: [artifact], by });
    expect(
      mergeNotices([...deleted('1', 'writer'), ...deleted('2', 'keeper'), ...deleted('3', 'writer')]),
    ).toEqual([
      {
        ...{ kind: 'deletion.done', status: 'event', at, namespace: 'default', auid: 'a', user: 'writer' },
        detail: { count: 2, items: [{ uuid: '1' }, { uuid: '3' }] },
      },
      ...deleted('2', 'keeper'),
    ]);
  });
});
