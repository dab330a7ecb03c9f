// What can be told of a record before anything else is looked at: errors, and what is not wanted.
import type { Disposition } from '../../domain/disposition.ts';
import type { ReadRecord, UnreadableStretch } from '../../domain/record/read-record.ts';

export interface Rules {
  readonly storeDuplicate: boolean;
  /** Whether records with this HTTP status are not wanted. */
  excludes(httpStatus: number): boolean;
}

export type Refusal = { status: 'ERROR' | 'EXCLUDED'; message: string };

/** Why the record is not accepted, if it is not. */
export function refusalOf({ error, httpStatus }: ReadRecord, rules: Rules): Refusal | undefined {
  if (error !== undefined) return { status: 'ERROR', message: error };
  if (httpStatus === undefined || !rules.excludes(httpStatus)) return undefined;
  return {
    status: 'EXCLUDED',
    message: `HTTP status ${httpStatus} matches the pattern of statuses not to import`,
  };
}

export function unreadable({ error: message }: UnreadableStretch): Disposition {
  return { disposition: 'decided', verdict: { status: 'ERROR', message } };
}
