// History of an AU in one list, newest first. Combines four sources: events of the content (with fixity certificates),
// the audit log of the configuration, other requested fixity checks, and the state documents (crawls and polls).
import type { AuEvent, AuHistoryEntry, Check } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { t } from '../../../language/t.ts';
import { Button } from '../../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../../parts/feedback/problem.tsx';
import { canCall, configuration, repository } from '../../../service/clients.ts';
import { type PagedList, usePagedList } from '../../../service/use-paged-list.ts';
import type { AuHistoryItem } from './history-item.ts';
import { HistoryLine } from './history-line.tsx';
import { foldRoutineEntries, type HistorySource, mergeHistory } from './merge-history.ts';
import type { PastEvent } from './past-events.ts';

const LIMIT = 30;
/** Delay before the audit log is reloaded after a change, because the log receives the entry slightly later. */
const SETTLED_MS = 750;

export interface HistoryCardProps {
  readonly auid: string;
  /** Crawls and polls from the state documents of the AU. */
  readonly pastEvents: readonly PastEvent[];
  /** Namespace that contains the AU. Undefined if the AU has no content. */
  readonly namespace: string | undefined;
  /** Counter of the changes to the AU. An increase reloads the list. */
  readonly version: number;
}

export function AuHistoryCard({ auid, pastEvents, namespace, version }: HistoryCardProps) {
  const [isRoutineShown, showRoutine] = useState(false);
  const hasChanges = canCall('configuration', 'getAuHistory');
  const hasEvents = namespace !== undefined && canCall('repository', 'getAuEvents');
  const hasChecks = namespace !== undefined && canCall('repository', 'getChecks');
  const changesInput = { auid, limit: LIMIT, ...(!isRoutineShown && { routine: false }) };
  const changes = usePagedList(
    async (continuationToken, signal) => {
      if (!hasChanges) return { rows: [], token: undefined };
      if (version > 0 && continuationToken === undefined)
        await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      const input = { ...changesInput, ...(continuationToken !== undefined && { continuationToken }) };
      const page = await configuration.getAuHistory(input, { signal });
      return { rows: page.entries.map(toChangeItem), token: page.continuationToken };
    },
    [auid, isRoutineShown, version, hasChanges],
  );
  const events = usePagedList(
    async (continuationToken, signal) => {
      if (!hasEvents) return { rows: [], token: undefined };
      const input = { auid, namespace, limit: LIMIT, continuationToken };
      const page = await repository.getAuEvents(input, { signal });
      return { rows: page.events.map(toEventItem), token: page.continuationToken };
    },
    [auid, namespace, version, hasEvents],
  );
  const checks = usePagedList(
    async (continuationToken, signal) => {
      if (!hasChecks) return { rows: [], token: undefined };
      const input = { auid, namespace, limit: LIMIT, ...(continuationToken && { continuationToken }) };
      const page = await repository.getChecks(input, { signal });
      return { rows: page.checks.map(toCheckItem), token: page.pageInfo.continuationToken };
    },
    [auid, namespace, version, hasChecks],
  );
  const lists = [changes, events, checks];
  const items = foldRoutineEntries(
    mergeHistory<AuHistoryItem>([
      ...lists.map(toSource),
      { entries: pastEvents.map(toPastItem), hasMore: false },
    ]).filter((item) => !('check' in item) || !isCertified(item.check)),
  );
  const isLoading = lists.some(({ loading }) => loading);
  const isWhole = lists.every(({ more }) => more === undefined);
  return (
    <section class="card stack" aria-label={t('au.history')}>
      <div class="row row-between">
        <h2>{t('au.history')}</h2>
        {hasChanges && (
          <label class="check">
            <input
              type="checkbox"
              checked={isRoutineShown}
              onChange={(event) => showRoutine(event.currentTarget.checked)}
            />
            <span>{t('au.routineShown')}</span>
          </label>
        )}
      </div>
      {lists.map(
        ({ problem, again }, at) =>
          problem !== undefined && <ProblemMessage key={at} of={problem} again={again} />,
      )}
      {items.length === 0 && !isLoading && isWhole && <p class="muted">{t('au.noHistory')}</p>}
      <ol class="au-history">
        {items.map((item) =>
          'folded' in item ? (
            <li key={item.folded[0]!.key}>
              <span />
              <details>
                <summary>{t('au.routineFolded', { count: item.folded.length })}</summary>
                <ol class="au-history">
                  {item.folded.map((one) => (
                    <HistoryLine key={one.key} item={one} namespace={namespace} />
                  ))}
                </ol>
              </details>
            </li>
          ) : (
            <HistoryLine key={item.key} item={item} namespace={namespace} />
          ),
        )}
      </ol>
      {isLoading && items.length === 0 && <LoadingIndicator />}
      <div class="row">
        {!isWhole && (
          <Button
            busy={isLoading}
            onClick={() => {
              for (const { more } of lists) more?.();
            }}
          >
            {t('au.doneByMore')}
          </Button>
        )}
        {hasEvents && (
          <CopyAsCurl
            service="repository"
            operation="getAuEvents"
            input={{ auid, namespace, limit: LIMIT }}
          />
        )}
        {hasChanges && <CopyAsCurl service="configuration" operation="getAuHistory" input={changesInput} />}
      </div>
    </section>
  );
}

function toSource({ rows, more, loading, problem }: PagedList<AuHistoryItem>): HistorySource<AuHistoryItem> {
  // A failed source must not hide the entries of the other sources.
  return { entries: rows, hasMore: problem === undefined && (more !== undefined || loading) };
}

/** True if the events of the AU already contain the check. The check is then not listed again. */
const isCertified = ({ state, scope }: Check) => state === 'finished' && scope.kind === 'au';

const toChangeItem = (change: AuHistoryEntry, at: number): AuHistoryItem => ({
  key: `change ${change.requestId} ${change.at} ${at}`,
  timeMs: change.at,
  isRoutine: change.routine === true,
  change,
});

const toEventItem = (event: AuEvent, at: number): AuHistoryItem => ({
  key: `event ${event.event} ${event.at} ${at}`,
  timeMs: event.at,
  isRoutine: false,
  event,
});

const toCheckItem = (check: Check): AuHistoryItem => ({
  key: `check ${check.check}`,
  timeMs: check.at,
  isRoutine: false,
  check,
});

function toPastItem(past: PastEvent): AuHistoryItem {
  return { key: `past ${past.kind}`, timeMs: past.timeMs, isRoutine: false, past };
}
