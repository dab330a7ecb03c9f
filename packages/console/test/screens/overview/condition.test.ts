// Tests the status sentence of the overview.
import type { RepositorySummary, StoreCopies } from '@holdfast/api-types';
import { describe, expect, it } from '@jest/globals';
import { assessCondition } from '../../../src/screens/overview/condition.ts';
import { assessStores } from '../../../src/service/store-condition.ts';
import { DAY_MS, healthySummary as well } from './summaries.ts';

const said = (summary: RepositorySummary, report?: readonly StoreCopies[]) => {
  const { state, sentences } = assessCondition(summary, assessStores(summary, report));
  return [
    state,
    ...sentences.map(({ key, values }) => [key.replace('overview.says.', ''), ...Object.values(values)]),
  ];
};

describe('the condition', () => {
  it('is good when all is stored, checked and whole', () => {
    expect(said(well)).toEqual(['good', ['stored', 48_210], ['checked', 12], ['whole']]);
  });

  it('does not count days where there are none', () => {
    const fixity = { ...well.fixity, oldestCheck: well.at - 1_000 };
    expect(said({ ...well, fixity })).toEqual(['good', ['stored', 48_210], ['checkedToday'], ['whole']]);
  });

  it('says of an empty repository that it is empty, and not that all is well', () => {
    const empty = { ...well, stored: { aus: 0, artifacts: 0, bytes: 0 } };
    expect(said(empty)).toEqual(['empty', ['nothing']]);
  });

  it.each<[string, Partial<RepositorySummary>, unknown[]]>([
    ['damage', { damage: { artifacts: 3, objects: 0 } }, ['bad', ['damaged', 3]]],
    ['objects at fault', { damage: { artifacts: 0, objects: 2 } }, ['warning', ['objects', 2]]],
    [
      'a dependency that is away',
      { dependencies: [{ name: 'object store', usable: false }] },
      ['bad', ['away', 'object store']],
    ],
    ['a full disk', { readOnly: 'the disk is full' }, ['bad', ['readOnly', 'the disk is full']]],
    ['room for weeks', { store: { ...well.store, daysLeft: 40 } }, ['warning', ['short', 40]]],
    ['room for days', { store: { ...well.store, daysLeft: 3 } }, ['bad', ['short', 3]]],
    ['a job that failed', { jobs: { failed: ['fixity'], paused: [] } }, ['warning', ['jobFailed', 1]]],
    ['a journal that lags', { journal: { rows: 9, seconds: 3_600 } }, ['warning', ['lag', 60]]],
    [
      'a check that is overdue',
      { fixity: { ...well.fixity, oldestCheck: well.at - 200 * DAY_MS } },
      ['warning', ['overdue', 200]],
    ],
  ])('says %s first', (_what, changed, [state, first]) => {
    const [found, sentence] = said({ ...well, ...changed });
    expect([found, sentence]).toEqual([state, first]);
  });

  it('is as bad as the worst, and never says that nothing is damaged when something is', () => {
    const summary = {
      ...well,
      damage: { artifacts: 1, objects: 1 },
      jobs: { failed: ['sweep'], paused: [] },
    };
    expect(said(summary)).toEqual([
      'bad',
      ['damaged', 1],
      ['objects', 1],
      ['jobFailed', 1],
      ['held', 48_210],
      ['checked', 12],
    ]);
  });
});

describe('the condition of several stores', () => {
  const far: StoreCopies = {
    ...{ name: 'far', role: 'archive', location: 's3:bucket', state: 'complete' },
    ...{ objects: 1_200, complete: 1_200, missing: 0, damaged: 0, queued: 0 },
  };
  const away: StoreCopies = { ...far, state: 'away', reason: 'it has not answered for a second' };
  const full: StoreCopies = { ...far, reason: 'it has no space left' };
  const seen = (usable: boolean): RepositorySummary => ({
    ...well,
    dependencies: [...well.dependencies, { name: 'object store far', usable }],
  });

  it.each<[string, boolean, Partial<StoreCopies>, unknown[]]>([
    ['is away', false, away, ['storeAway', 'far']],
    ['is not written', false, full, ['storeUnwritten', 'far']],
    ['is not written any more since the report', false, far, ['storeUnwritten', 'far']],
    ['is being filled', true, { state: 'filling', missing: 900 }, ['storeFilling', 'far', 900]],
    ['lacks copies', true, { missing: 3 }, ['storeBehind', 'far', 3]],
    ['has damaged copies', true, { damaged: 2 }, ['storeDamaged', 'far', 2]],
  ])('is amber and names a store that %s', (_what, usable, changed, sentence) => {
    expect(said(seen(usable), [{ ...far, ...changed }]).slice(0, 2)).toEqual(['warning', sentence]);
  });

  it.each<[string, boolean, readonly StoreCopies[] | undefined, boolean]>([
    ['is complete', true, [far], true],
    ['has come back since the report', true, [away], true],
    ['was retired', true, [{ ...far, name: 'near' }], true],
    ['is not in a report yet', true, undefined, true],
    ['is not used, for a user who may not see the report', false, undefined, false],
    [
      'only shares the name of a store that was removed',
      true,
      [{ ...far, state: 'removed', missing: 9 }],
      true,
    ],
  ])('with a store that %s', (_what, usable, report, isGood) => {
    expect(said(seen(usable), report)[0]).toBe(isGood ? 'good' : 'warning');
  });

  it('does not say that nothing is damaged when a store has damaged copies', () => {
    const keys = said(seen(true), [{ ...far, damaged: 2 }]).flat();
    expect(keys).toContain('storeDamaged');
    expect(keys).not.toContain('whole');
  });

  it('is red when all stores together cannot be used', () => {
    const summary = seen(false);
    const dependencies = [...summary.dependencies, { name: 'object store', usable: false }];
    expect(said({ ...summary, dependencies }, [away]).slice(0, 2)).toEqual(['bad', ['away', 'object store']]);
  });
});
