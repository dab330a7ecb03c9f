// Orders and summarizes the findings of the checks of several services.
import type { configuration as contract } from '@holdfast/api-types';
import type { ServiceId } from '../../service/session.ts';

type Finding = contract.components['schemas']['Finding'];

export interface ServiceFinding extends Finding {
  readonly service: ServiceId;
}

const VERDICTS: readonly Finding['verdict'][] = ['fault', 'warning', 'advice', 'skipped', 'fine'];

/** Sorts the findings, worst first. Findings with the same verdict keep their order, because causes come first. */
export function sortByVerdict(findings: readonly ServiceFinding[]): ServiceFinding[] {
  return findings.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

/** Returns the suffix of the message key that summarizes the findings. */
export function summarizeFindings(findings: readonly ServiceFinding[]): 'faults' | 'warnings' | 'healthy' {
  const has = (verdict: Finding['verdict']) => findings.some((one) => one.verdict === verdict);
  if (has('fault')) return 'faults';
  return has('warning') ? 'warnings' : 'healthy';
}
