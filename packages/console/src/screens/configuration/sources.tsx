// Shows the sources of the configuration in load order, the sources of plugins and titles, and the problems of the last
// load. A button reloads all sources.
import type { configuration as contract } from '@holdfast/api-types';
import { formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, configuration } from '../../service/clients.ts';
import { type LoadProblem, readLoadProblems, readOtherReason } from '../../service/load-problems.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { ValueSource } from './value-source.tsx';

type Status = contract.components['schemas']['ApiStatus'];

interface LoadedSources {
  readonly urls: readonly string[];
  readonly changed: string;
  readonly status: Status & { readonly loading?: { readonly since: string } };
}

const FAILOVER = 'failover:';
const LOOK_EVERY_MS = 5_000;

export function ConfigurationSources() {
  const { value, problem, again } = useResponse(loadSourceStatus, [], { everyMs: LOOK_EVERY_MS });
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  const { urls, changed, status } = value;
  return (
    <div class="stack">
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <div class="row">
        <p>
          {t('configuration.changed')} <Time at={Date.parse(changed)} />
        </p>
        {canCall('configuration', 'reloadConfiguration') && (
          <ReloadButton isLoading={status.loading !== undefined} again={again} />
        )}
        <CopyAsCurl service="configuration" operation="getLoadedUrls" />
      </div>
      <LoadProblems status={status} />
      <section class="card stack">
        <h2>{t('configuration.configSources')}</h2>
        {urls.length === 0 ? (
          <p class="muted">{t('configuration.noSourcesWhy')}</p>
        ) : (
          <ol class="stack" aria-label={t('configuration.configSources')}>
            {urls.map((url) => (
              <li key={url} class="breaks">
                {url.startsWith(FAILOVER) ? (
                  <>
                    <span class="mono small">{url.slice(FAILOVER.length)}</span>{' '}
                    <span class="warning">{t('configuration.copyUsed')}</span>
                  </>
                ) : (
                  <span class="mono small">
                    <ValueSource of={url} />
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
      {canCall('configuration', 'getSettings') && <SettingSources />}
    </div>
  );
}

/** Shows why the service is not ready, and the problems by kind. Only the first messages of each kind are displayed. */
function LoadProblems({ status }: { status: Status }) {
  const problems = readLoadProblems(status);
  const reason = readOtherReason(status);
  if (reason === undefined && problems.length === 0) return null;
  return (
    <section class="problem" aria-label={t('configuration.reason')}>
      {reason !== undefined && <p>{reason}</p>}
      {problems.map((one) => (
        <KindOfProblem key={one.kind} problem={one} />
      ))}
    </section>
  );
}

function KindOfProblem({ problem: { kind, count, examples } }: { problem: LoadProblem }) {
  const more = count - examples.length;
  const words = t('configuration.moreProblems', { count: more, number: formatCount(more) });
  return (
    <div>
      <p class="problem-title">{t(`overview.problems.${kind}`, { count })}</p>
      <ul class="load-problems">
        {examples.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 && kind !== 'titles' && <li>{words}</li>}
      </ul>
      {kind === 'titles' && (
        <a href={formatHref('/titles', { view: 'findings' })}>{t('configuration.allProblems')}</a>
      )}
    </div>
  );
}

const SOURCE_SETTINGS = ['PLUGIN_SOURCES', 'TDB_SOURCES'] as const;

/** Lists the sources of plugins and titles, which the settings of the service define. */
function SettingSources() {
  const { value, problem, again } = useResponse((signal) => configuration.getSettings({}, { signal }), []);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return SOURCE_SETTINGS.map((name) => (
    <section key={name} class="card stack">
      <h2>{t(`configuration.setting.${name}`)}</h2>
      <SourceList sources={splitSources(value.find((setting) => setting.name === name)?.value)} />
      <p class="small muted">
        <a href={formatHref('/settings', { service: 'configuration', q: name })}>
          <code>{name}</code>
        </a>
      </p>
    </section>
  ));
}

function SourceList({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return <p class="muted">{t('overview.none')}</p>;
  return (
    <ul class="stack">
      {sources.map((source) => (
        <li key={source} class="breaks mono small">
          {source}
        </li>
      ))}
    </ul>
  );
}

/** Splits the value of a setting into sources, by the same rule as the service. */
const splitSources = (value: string | null | undefined): string[] =>
  (value ?? '')
    .split(/[\n;]/)
    .map((source) => source.trim())
    .filter((source) => source !== '');

function ReloadButton({ isLoading, again }: { isLoading: boolean; again: () => void }) {
  const { isBusy, problem, run } = useAction();
  const reload = () =>
    run(async () => {
      await configuration.reloadConfiguration();
      showToast(t('configuration.reloadAccepted'), { kind: 'good' });
      again();
    });
  return (
    <>
      <Button busy={isBusy || isLoading} onClick={() => void reload()}>
        {t(isLoading ? 'configuration.loading' : 'configuration.reload')}
      </Button>
      {problem !== undefined && <ProblemMessage of={problem} />}
    </>
  );
}

async function loadSourceStatus(signal: AbortSignal): Promise<LoadedSources> {
  const [urls, changed, status] = await Promise.all([
    configuration.getLoadedUrls({}, { signal }),
    configuration.getLastUpdateTime({}, { signal }),
    configuration.getStatus({}, { signal }),
  ]);
  return { urls, changed, status };
}
