// Screen of the overview: the condition in one sentence and the figures that it is based on, updated live.
import type { ImportUnderWay, Live, RepositorySummary } from '@holdfast/api-types';
import { useLayoutEffect, useState } from 'preact/hooks';
import { formatBytes } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { Count } from '../../parts/basic/count.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { Meter } from '../../parts/chart/meter.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { ProgressBar } from '../../parts/feedback/progress.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { reachableServices } from '../../service/session.ts';
import { type AssessedStore, assessStores } from '../../service/store-condition.ts';
import { useEvents } from '../../service/use-events.ts';
import { useResponse } from '../../service/use-response.ts';
import { assessCondition, type ConditionSentence } from './condition.ts';
import { ConfigurationCard } from './configuration-card.tsx';
import { DependencyList, translateDependency } from './dependencies.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FixityCard } from './fixity.tsx';
import { LazyComponent } from './lazy-component.tsx';

const loadLaterParts = () => import('./later-parts.ts');
const loadRecentAndDue = async () => (await loadLaterParts()).RecentAndDue;
const loadNumbers = async () => (await loadLaterParts()).AuNumbers;
const loadGrowth = async () => (await loadLaterParts()).GrowthChart;
const loadFailures = async () => (await loadLaterParts()).FailureList;

export default function OverviewScreen() {
  const { repository: isRepository, configuration: isConfiguration } = reachableServices.value;
  return (
    <>
      <header class="screen-head">
        <h1>{t('overview.title')}</h1>
      </header>
      <div class="overview">
        {isRepository !== undefined && <RepositoryOverview />}
        {isConfiguration !== undefined && <ConfigurationCard />}
      </div>
    </>
  );
}

function RepositoryOverview() {
  // Polls as a fallback, because a proxy may block the event stream.
  const first = useResponse((signal) => repository.getSummary({}, { signal }), [], { everyMs: 60_000 });
  const mayListCopies = canCall('repository', 'getCopies');
  const copies = useResponse(
    async (signal) => (mayListCopies ? (await repository.getCopies({}, { signal })).stores : undefined),
    [mayListCopies],
    { everyMs: 15_000 },
  );
  useLayoutEffect(() => {
    // Loads the later parts during these requests. Ignores errors, because each part retries its import.
    loadLaterParts().catch(() => undefined);
  }, []);
  const [live, setLive] = useState<Live | undefined>(undefined);
  const isLive = useEvents('/live', ({ type, data }) => {
    if (type === 'message') setLive(JSON.parse(data) as Live);
  });
  const summary = isLive && live ? live.summary : (first.value ?? live?.summary);
  if (summary === undefined)
    return first.problem === undefined ? (
      <LoadingIndicator />
    ) : (
      <ProblemMessage of={first.problem} again={first.again} />
    );
  const stores = assessStores(summary, copies.value);
  const isEmpty = summary.stored.artifacts === 0 && summary.importsUnderWay === 0;
  return (
    <>
      {first.problem !== undefined && !isLive && <ProblemMessage of={first.problem} again={first.again} />}
      <ConditionText summary={summary} stores={stores} />
      {isEmpty ? <FirstSteps /> : <LazyComponent load={loadRecentAndDue} props={{ summary }} />}
      <RunningImportsCard imports={live?.imports ?? []} />
      <div class="overview-cards">
        <StoredContentCard summary={summary} />
        <StorageCard summary={summary} />
        <FixityCard summary={summary} />
        <DependencyList summary={summary} stores={stores} isLive={isLive} />
      </div>
      {!isEmpty && <LazyComponent load={loadGrowth} props={{}} />}
      <LazyComponent load={loadFailures} props={{}} />
    </>
  );
}

/** Card of free space and how long it will last. */
function StorageCard({ summary: { store } }: { summary: RepositorySummary }) {
  const { sizeBytes, availableBytes, bytesPerDay, daysLeft } = store;
  const isKnown = sizeBytes !== undefined && availableBytes !== undefined && sizeBytes > 0;
  return (
    <section class="card stack">
      <h2>{t('overview.room')}</h2>
      {isKnown ? (
        <Meter
          label={t('overview.taken')}
          share={1 - availableBytes / sizeBytes}
          state={daysLeft !== undefined && daysLeft < 90 ? 'warning' : 'plain'}
          text={t('overview.freeOf', { free: formatBytes(availableBytes), size: formatBytes(sizeBytes) })}
        />
      ) : (
        <p>{t('overview.roomUnknown')}</p>
      )}
      <p class="muted">{formatForecast(bytesPerDay, daysLeft)}</p>
    </section>
  );
}

function formatForecast(bytesPerDay: number | undefined, daysLeft: number | undefined): string {
  if (bytesPerDay === undefined) return t('overview.rateUnknown');
  if (bytesPerDay === 0) return t('overview.steady');
  if (daysLeft === undefined) return t('overview.rate', { rate: formatBytes(bytesPerDay) });
  // A forecast of more than ten years is too uncertain to be given in days.
  if (daysLeft > 3_650) return t('overview.lastsLong', { rate: formatBytes(bytesPerDay) });
  return t('overview.lasts', { rate: formatBytes(bytesPerDay), count: daysLeft });
}

/** Shows the condition: first each problem with a link, then everything that works. */
function ConditionText({
  summary,
  stores,
}: {
  summary: RepositorySummary;
  stores: readonly AssessedStore[];
}) {
  const { state, sentences } = assessCondition(summary, stores);
  const wrong = sentences.filter((one) => one.state === 'bad' || one.state === 'warning');
  const well = sentences.filter((one) => !wrong.includes(one));
  return (
    <section class={`says says-${state}`} aria-label={t('overview.condition')} aria-live="polite">
      <span class="says-sign">
        <Icon name={state === 'good' || state === 'empty' ? 'check' : 'warning'} />
      </span>
      <div class="says-what">
        {wrong.length > 0 && (
          <>
            <h2>{t('overview.wrong')}</h2>
            <ul>
              {wrong.map(({ key, values, tab }) => (
                <li key={key + String(values.name ?? '')}>
                  <a href={formatHref('/keeping', { tab })}>{t(key, translateValues(key, values))}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <p class={wrong.length > 0 ? 'says-well' : undefined}>
          {well.map(({ key, values }) => (
            <span key={key}>{t(key, values)} </span>
          ))}
        </p>
      </div>
    </section>
  );
}

function translateValues(key: string, values: ConditionSentence['values']): ConditionSentence['values'] {
  return key === 'overview.says.away'
    ? { ...values, name: translateDependency(String(values.name)) }
    : values;
}

/** Card of the stored content. */
function StoredContentCard({ summary: { stored } }: { summary: RepositorySummary }) {
  return (
    <section class="card figures">
      <h2>{t('overview.stored')}</h2>
      <dl>
        <div class="figure">
          <dt>{t('overview.artifacts')}</dt>
          <dd>
            <Count of={stored.artifacts} />
          </dd>
        </div>
        <div class="figure">
          <dt>{t('overview.aus')}</dt>
          <dd>
            <Count of={stored.aus} />
          </dd>
        </div>
        <div class="figure">
          <dt>{t('overview.bytes')}</dt>
          <dd>
            <Bytes of={stored.bytes} />
          </dd>
        </div>
      </dl>
      <LazyComponent load={loadNumbers} props={{ aus: stored.aus }} />
    </section>
  );
}

/** Card of running imports of all users and replicas. */
function RunningImportsCard({ imports }: { imports: readonly ImportUnderWay[] }) {
  if (imports.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('overview.importsUnderWay', { count: imports.length })}</h2>
      <ul class="stack">
        {imports.map((one) => (
          <li key={one.id}>
            <ProgressBar
              label={one.fileName ?? one.auid}
              share={one.requestBytes ? one.uploadBytes / one.requestBytes : undefined}
              text={formatBytes(one.uploadBytes)}
            />
            <p class="muted small breaks">
              {t('overview.into', { auid: one.auid })} · <Time at={one.started} age /> ·{' '}
              {t('overview.recordsOk', { count: one.counts.OK })}
              {one.counts.ERROR > 0 && (
                <span class="bad"> · {t('overview.recordsFailed', { count: one.counts.ERROR })}</span>
              )}
              {one.counts.DUPLICATE > 0 &&
                ` · ${t('overview.recordsDuplicate', { count: one.counts.DUPLICATE })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
