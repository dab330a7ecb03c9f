// Detects conditions of the node that cause notifications: unreachable and incomplete stores, little space, failed
// jobs, an overdue backup, and a delayed journal.
import type { Incident } from '@holdfast/notify';
import type { StoreDescription } from '../copies/describe-copies.ts';

export interface NodeFigures {
  readonly stores: readonly Pick<StoreDescription, 'name' | 'state' | 'reason' | 'queued' | 'stalled'>[];
  readonly jobs: readonly { readonly id: string; readonly state: string; readonly failure?: string }[];
  /** Reason why nothing can be stored. Undefined if there is space. */
  readonly full: string | undefined;
  readonly daysLeft: number | undefined;
  readonly backup: { readonly ageSeconds: number; readonly periodMs: number | undefined };
  readonly journalLagSeconds: number;
}

/** Kinds of the conditions that this file detects. */
export const NODE_CONDITION_KINDS = [
  'store.away',
  'store.behind',
  'disk.full',
  'space.short',
  'job.failed',
  'backup.overdue',
  'journal.behind',
] as const satisfies readonly Incident['kind'][];

const LEAST_DAYS_LEFT = 30;
/** Same limit as in the alert HoldfastJournalBehind. */
const MAX_JOURNAL_SECONDS = 600;

export function listNodeConditions(figures: NodeFigures): Incident[] {
  const { stores, jobs, full, daysLeft, backup, journalLagSeconds } = figures;
  const periodMs = backup.periodMs ?? 0;
  return [
    ...stores
      .filter(({ state }) => state === 'away')
      .map(({ name, reason }) => makeIncident('store.away', name, reason)),
    ...stores
      .filter(({ state, stalled }) => state !== 'away' && state !== 'removed' && stalled === true)
      .map(({ name, queued }) => makeIncident('store.behind', name, undefined, queued)),
    ...jobs
      .filter(({ state }) => state === 'failed')
      .map(({ id, failure }) => makeIncident('job.failed', id, failure)),
    ...(full === undefined ? [] : [makeIncident('disk.full', undefined, full)]),
    ...(daysLeft === undefined || daysLeft >= LEAST_DAYS_LEFT ? [] : [makeIncident('space.short')]),
    // Same condition as in the alert HoldfastBackupOverdue.
    ...(periodMs > 0 && backup.ageSeconds * 1000 > 2 * periodMs ? [makeIncident('backup.overdue')] : []),
    ...(journalLagSeconds > MAX_JOURNAL_SECONDS ? [makeIncident('journal.behind')] : []),
  ];
}

function makeIncident(kind: Incident['kind'], name?: string, reason?: string, count?: number): Incident {
  return {
    kind,
    key: name === undefined ? kind : `${kind} ${name}`,
    detail: {
      ...(name !== undefined && { name }),
      ...(reason !== undefined && { reason: reason.slice(0, 1_000) }),
      ...(count !== undefined && { count }),
    },
  };
}
