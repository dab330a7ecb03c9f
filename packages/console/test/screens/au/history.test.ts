// Tests the history and the health of an AU without rendering them.
import type { AuCondition } from '@holdfast/api-types';
import { describe, expect, it } from '@jest/globals';
import { assessAu } from '../../../src/screens/au/assess-au.ts';
import { foldRoutineEntries, mergeHistory } from '../../../src/screens/au/history/merge-history.ts';

const entry = (timeMs: number, isRoutine = false) => ({ timeMs, isRoutine });
const times = (entries: readonly { timeMs: number }[]) => entries.map(({ timeMs }) => timeMs);

describe('the history of an AU', () => {
  it('merges the entries of both services by time', () => {
    const sources = [
      { entries: [entry(9), entry(5)], hasMore: false },
      { entries: [entry(7), entry(3)], hasMore: false },
    ];
    expect(times(mergeHistory(sources))).toEqual([9, 7, 5, 3]);
  });

  it('ends where a source has entries that are not loaded yet', () => {
    const sources = [
      { entries: [entry(9), entry(5)], hasMore: true },
      { entries: [entry(7), entry(3)], hasMore: false },
    ];
    expect(times(mergeHistory(sources))).toEqual([9, 7, 5]);
    expect(mergeHistory([...sources, { entries: [], hasMore: true }])).toEqual([]);
  });

  it('folds consecutive routine entries', () => {
    const entries = [entry(9, true), entry(8), entry(7, true), entry(6, true), entry(5, true), entry(4)];
    const folded = foldRoutineEntries(entries);
    expect(folded).toEqual([entries[0], entries[1], { folded: entries.slice(2, 5) }, entries[5]]);
    expect(foldRoutineEntries([entry(2, true), entry(1, true)])).toHaveLength(1);
  });
});

describe('the health of an AU', () => {
  const condition: AuCondition = {
    ...{ namespace: 'default', auid: 'a&b~c', artifacts: 9, uncommitted: 0, damaged: 0, holds: 0, copies: 1 },
    objects: { segments: 3, faulty: 0, unchecked: 0 },
  };
  const store = {
    name: 'far',
    role: 'copy',
    state: 'complete',
    complete: 3,
    missing: 0,
    damaged: 0,
  } as const;
  const assess = (changes: Partial<AuCondition>) => {
    const { verdict, sentences } = assessAu({ ...condition, ...changes });
    return [verdict, ...sentences.map(({ name }) => name)];
  };

  it('is intact only if everything was checked', () => {
    expect(assess({})).toEqual(['intact']);
    expect(assess({ objects: { segments: 3, faulty: 0, unchecked: 1 } })).toEqual(['unchecked', 'unchecked']);
  });

  it('is damaged if an artifact or an object is', () => {
    expect(assess({ damaged: 1, copies: 0 })).toEqual(['damaged', 'damaged']);
    expect(assess({ objects: { segments: 3, faulty: 2, unchecked: 1 } })).toEqual([
      'damaged',
      'faulty',
      'unchecked',
    ]);
  });

  it('is incomplete if a store lacks copies or cannot be read', () => {
    expect(assess({ stores: [store, { ...store, missing: 1 }] })).toEqual(['incomplete', 'lacking']);
    expect(assess({ stores: [store, { ...store, state: 'away' }] })).toEqual(['incomplete', 'away']);
    expect(assess({ copies: 0 })).toEqual(['incomplete', 'noCopy']);
  });
});
