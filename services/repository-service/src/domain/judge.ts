// Judges what the codec found before the index is asked: errors, exclusions, and what is a candidate to be stored.
import type { Capture, Finding } from './capture.ts';
import type { Verdict } from './disposition.ts';

export interface Rules {
  storeDuplicate: boolean;
  /** Whether records with this HTTP status are not wanted. */
  excludes(httpStatus: number): boolean;
}

export type Judgement = { accepted: false; verdict: Verdict } | { accepted: true; capture: Capture };

export function judge(finding: Finding, rules: Rules): Judgement {
  if (finding.finding === 'damage' || finding.error !== undefined) {
    return refuse('ERROR', finding.error ?? '');
  }
  const { httpStatus } = finding;
  if (httpStatus !== undefined && rules.excludes(httpStatus)) {
    return refuse('EXCLUDED', `HTTP status ${httpStatus} matches the pattern of statuses not to import`);
  }
  return { accepted: true, capture: finding };
}

function refuse(status: 'ERROR' | 'EXCLUDED', message: string): Judgement {
  return { accepted: false, verdict: { status, message } };
}
