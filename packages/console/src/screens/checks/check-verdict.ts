// Computes the CSS classes for the badge of a check's verdict, and the progress of a check.
import type { Check } from '@holdfast/api-types';

/**
 * Returns the CSS classes of the badge that shows a verdict. Only a check that found every artifact intact is green.
 */
export function chooseVerdictBadge({ state, verdict }: Pick<Check, 'state' | 'verdict'>): string {
  if (verdict === 'intact') return 'badge badge-good';
  if (verdict === 'faults' || state === 'failed') return 'badge badge-bad';
  return verdict === undefined ? 'badge' : 'badge badge-warning';
}

/** Returns the fraction of the artifacts that were checked. Undefined while the check waits. */
export function computeCheckedShare(check: Check): number | undefined {
  const { artifacts, intact, damaged, missing, unreadable } = check;
  return artifacts ? (intact + damaged + missing + unreadable) / artifacts : undefined;
}
