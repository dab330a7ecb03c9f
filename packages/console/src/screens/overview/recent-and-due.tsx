// The two lists at the top of the overview: what happened since the user's last visit, and what is due.
import type { RepositorySummary } from '@holdfast/api-types';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { readLastVisit, storeVisit } from '../../browser/last-visit.ts';
import { t, translateRich } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { session } from '../../service/session.ts';
import { useResponse } from '../../service/use-response.ts';
import { listDueChecks, loadDue } from './due.ts';
import type { OverviewItem } from './overview-item.ts';
import { loadRecentItems } from './recent-items.ts';

/** Time for which the overview must be visible before it counts as seen, in milliseconds. */
const SEEN_AFTER_MS = 10_000;
const AGAIN_MS = 60_000;
/** Period that the first visit covers. */
const FIRST_REPORT_MS = 7 * 86_400_000;

export function RecentAndDue({ summary }: { summary: RepositorySummary }) {
  return (
    <div class="overview-recent">
      <SinceLastVisit />
      <DueList summary={summary} />
    </div>
  );
}

function SinceLastVisit() {
  const user = session.value?.name ?? '';
  const visitMs = useMemo(() => readLastVisit(user, Date.now()), [user]);
  const sinceMs = useMemo(() => visitMs ?? Date.now() - FIRST_REPORT_MS, [visitMs]);
  useVisitRecorder(user);
  const { value, problem, again } = useResponse((signal) => loadRecentItems(sinceMs, signal), [sinceMs], {
    everyMs: AGAIN_MS,
  });
  return (
    <section class="card stack">
      <h2>
        {visitMs === undefined
          ? t('overview.sinceWeek')
          : translateRich('overview.sinceVisit', { age: <Time at={visitMs} age /> })}
      </h2>
      <ItemList
        of={value?.found}
        none={t('overview.nothingNew')}
        problem={value?.problem ?? problem}
        again={again}
      />
    </section>
  );
}

function DueList({ summary }: { summary: RepositorySummary }) {
  const { value, problem, again } = useResponse((signal) => loadDue(Date.now(), signal), [], {
    everyMs: AGAIN_MS,
  });
  return (
    <section class="card stack">
      <h2>{t('overview.due')}</h2>
      <ItemList
        of={value && [...listDueChecks(summary), ...value]}
        none={t('overview.nothingDue')}
        problem={problem}
        again={again}
      />
    </section>
  );
}

interface ItemListProps {
  /** Items of the list. Undefined until the items are loaded. */
  readonly of: readonly OverviewItem[] | undefined;
  readonly none: ComponentChildren;
  readonly problem: unknown;
  readonly again: () => void;
}

function ItemList({ of, none, problem, again }: ItemListProps) {
  return (
    <>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {of === undefined && problem === undefined && <p class="muted">{t('common.loading')}</p>}
      {of?.length === 0 && problem === undefined && <p class="muted">{none}</p>}
      {of !== undefined && of.length > 0 && (
        <ul class="overview-lines">
          {of.map(({ key, values, href, isBad }) => (
            <li key={key}>
              <a class={isBad ? 'bad' : undefined} href={href}>
                {t(key, values)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Stores the visit when the overview has been visible for a while, and every minute after that. */
function useVisitRecorder(user: string): void {
  useEffect(() => {
    const see = () => document.hidden || storeVisit(user, Date.now());
    const first = setTimeout(see, SEEN_AFTER_MS);
    const timer = setInterval(see, AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [user]);
}
