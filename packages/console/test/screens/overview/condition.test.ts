// Tests the status sentence of the overview.
import type { Summary } from '@holdfast/api-types';
import { describe, expect, it } from '@jest/globals';
import { assessCondition } from '../../../src/screens/overview/condition.ts';

const DAY_MS = 86_400_000;
const at = Date.UTC(2026, 10, 23);

const well: Summary = {
  at,
  stored: { aus: 12, artifacts: 48_210, bytes: 7_340_032_000 },
  store: { type: 'Posix', name: 'repository', daysLeft: 3_000 },
  fixity: { bytes: 1, checkedBytes: 1, periodDays: 90, oldestCheck: at - 12.5 * DAY_MS, walking: false },
  damage: { artifacts: 0, objects: 0 },
  journal: { rows: 0, seconds: 0 },
  importsUnderWay: 0,
  jobs: { failed: [], paused: [] },
  dependencies: [{ name: 'database', usable: true }],
};

const said = (summary: Summary) => {
  const { state, sentences } = assessCondition(summary);
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
    const fixity = { ...well.fixity, oldestCheck: at - 1_000 };
    expect(said({ ...well, fixity })).toEqual(['good', ['stored', 48_210], ['checkedToday'], ['whole']]);
  });

  it('says of an empty repository that it is empty, and not that all is well', () => {
    const empty = { ...well, stored: { aus: 0, artifacts: 0, bytes: 0 } };
    expect(said(empty)).toEqual(['empty', ['nothing']]);
  });

  it.each<[string, Partial<Summary>, unknown[]]>([
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
      { fixity: { ...well.fixity, oldestCheck: at - 200 * DAY_MS } },
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
