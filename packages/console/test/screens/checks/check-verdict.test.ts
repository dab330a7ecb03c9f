// Tests the colour of a check's verdict.
import type { Check } from '@holdfast/api-types';
import { describe, expect, it } from '@jest/globals';
import { chooseVerdictBadge, computeCheckedShare } from '../../../src/screens/checks/check-verdict.ts';

const states = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;
const verdicts = ['repaired', 'faults', 'incomplete', undefined] as const;

describe('the verdict of a check', () => {
  it('is green only if every artifact was found intact', () => {
    expect(chooseVerdictBadge({ state: 'finished', verdict: 'intact' })).toBe('badge badge-good');
    for (const state of states)
      for (const verdict of verdicts)
        expect(chooseVerdictBadge({ state, ...(verdict && { verdict }) })).not.toContain('good');
  });

  it('is red if faults remain', () => {
    expect(chooseVerdictBadge({ state: 'finished', verdict: 'faults' })).toBe('badge badge-bad');
  });
});

it('a check that waits has no progress, and unread artifacts are no progress', () => {
  const counts = { intact: 1, damaged: 1, missing: 0, unreadable: 0, notChecked: 2, repaired: 0 };
  expect(computeCheckedShare(counts as Check)).toBeUndefined();
  expect(computeCheckedShare({ ...counts, artifacts: 4 } as Check)).toBe(0.5);
});
