// Extracts the history of an AU from its state documents: the last event of each kind, newest first.
import type { AuState, AuStatus } from '@holdfast/api-types';

export interface PastEvent {
  /** Kind of event. `au.event.<kind>` is the key of its message. */
  readonly kind: string;
  readonly timeMs: number;
  /** Result of the event, as the service reports it. */
  readonly result?: string;
}

export interface AuStateDocuments {
  readonly state: AuState;
  readonly status: AuStatus;
  /** Time when the configuration was last stored. Undefined if the AU is not configured. */
  readonly lastConfiguredMs: number | undefined;
}

export function listPastEvents({ state, status, lastConfiguredMs }: AuStateDocuments): readonly PastEvent[] {
  const events: (Omit<PastEvent, 'timeMs' | 'result'> & {
    timeMs?: number | undefined;
    result?: string | null | undefined;
  })[] = [
    { kind: 'created', timeMs: state.auCreationTime },
    { kind: 'configured', timeMs: lastConfiguredMs },
    { kind: 'crawlTried', timeMs: state.lastCrawlAttempt, result: status.lastCrawlResult },
    { kind: 'crawled', timeMs: state.lastCrawlTime },
    { kind: 'deepCrawlTried', timeMs: state.lastDeepCrawlAttempt, result: status.lastDeepCrawlResult },
    { kind: 'deepCrawled', timeMs: state.lastDeepCrawlTime },
    { kind: 'pollStarted', timeMs: state.lastPollStart, result: status.lastPollResult },
    { kind: 'polled', timeMs: state.lastTopLevelPollTime },
    { kind: 'possessionPolled', timeMs: state.lastPoPPoll },
    { kind: 'hashed', timeMs: state.lastLocalHashScan },
    { kind: 'metadataIndexed', timeMs: state.lastMetadataIndex },
    { kind: 'contentChanged', timeMs: state.lastContentChange },
  ];
  return events
    .flatMap(({ kind, timeMs, result }) =>
      timeMs === undefined || timeMs <= 0 ? [] : [{ kind, timeMs, ...(result ? { result } : {}) }],
    )
    .sort((a, b) => b.timeMs - a.timeMs);
}
