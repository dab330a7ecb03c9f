// What can be told of a finding before anything else is looked at: errors, and what is not wanted.
import type { Verdict } from '../domain/disposition.ts';
import type { Finding, ReadRecord } from '../domain/read-record.ts';

export interface Rules {
  readonly storeDuplicate: boolean;
  /** Whether records with this HTTP status are not wanted. */
  excludes(httpStatus: number): boolean;
}

export type Judgement = { accepted: false; verdict: Verdict } | { accepted: true; record: ReadRecord };

/** What can be told of a finding before the index is asked. */
export function judge(finding: Finding, rules: Rules): Judgement {
  if (finding.finding === 'damage' || finding.error !== undefined) {
    return refuse('ERROR', finding.error ?? '');
  }
  const { httpStatus } = finding;
  if (httpStatus !== undefined && rules.excludes(httpStatus)) {
    return refuse('EXCLUDED', `HTTP status ${httpStatus} matches the pattern of statuses not to import`);
  }
  return { accepted: true, record: finding };
}

function refuse(status: 'ERROR' | 'EXCLUDED', message: string): Judgement {
  return { accepted: false, verdict: { status, message } };
}
