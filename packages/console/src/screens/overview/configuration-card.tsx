// Card of the configuration service: readiness and last load.
import { t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, configuration } from '../../service/clients.ts';
import { type LoadProblem, readLoadProblems } from '../../service/load-problems.ts';
import { useResponse } from '../../service/use-response.ts';

const PAGE_OF_KIND = {
  titles: ['/titles', { view: 'findings' }],
  sources: ['/configuration', { view: 'sources' }],
  plugins: ['/configuration', { view: 'sources' }],
  registries: ['/configuration', { view: 'sources' }],
} as const;

/** Links each kind of problem to the page that lists it. */
function LoadProblems({ problems }: { problems: readonly LoadProblem[] }) {
  return problems.map(({ kind, count }) => {
    const [path, query] = PAGE_OF_KIND[kind];
    return (
      <span key={kind}>
        {' · '}
        <a href={formatHref(path, query)} class="warning">
          {t(`overview.problems.${kind}`, { count })}
        </a>
      </span>
    );
  });
}

export function ConfigurationCard() {
  const { value, problem, again } = useResponse(
    async (signal) => {
      const [status, updated, urls] = await Promise.all([
        configuration.getStatus({}, { signal }),
        configuration.getLastUpdateTime({}, { signal }),
        configuration.getLoadedUrls({}, { signal }),
      ]);
      return { status, updated, urls };
    },
    [],
    { everyMs: 15_000 },
  );
  return (
    <section class="card stack">
      <h2>{t('shell.service.configuration')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value !== undefined && (
        <dl class="facts">
          <dt>{t('overview.state')}</dt>
          <dd>
            <span class={value.status.ready ? 'good' : 'bad'}>
              {t(value.status.ready ? 'overview.ready' : 'overview.notReady')}
            </span>
            {!value.status.ready && <span> {value.status.reason}</span>}
            <LoadProblems problems={readLoadProblems(value.status)} />
          </dd>
          <dt>{t('overview.loaded')}</dt>
          <dd>
            <Time at={value.updated} age />
          </dd>
          <dt>{t('overview.sources')}</dt>
          <dd>
            {value.urls.length === 0 ? (
              t('overview.none')
            ) : (
              <ul>
                {value.urls.slice(0, 8).map((url) => (
                  <li key={url} class="breaks">
                    {url}
                  </li>
                ))}
              </ul>
            )}
            {canCall('configuration', 'getSettings') && (
              <p>
                <a href={formatHref('/configuration', { view: 'sources' })}>{t('overview.allSources')}</a>
              </p>
            )}
          </dd>
        </dl>
      )}
    </section>
  );
}
