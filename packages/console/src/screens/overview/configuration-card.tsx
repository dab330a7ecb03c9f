// The configuration service in short: whether it is ready, and when what it goes by was last loaded.
import { t } from '../../language/t.ts';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { configuration } from '../../service/clients.ts';
import { useAnswer } from '../../service/use-answer.ts';

export function ConfigurationCard() {
  const { value, problem, again } = useAnswer(
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
      {problem !== undefined && <Problem of={problem} again={again} />}
      {value !== undefined && (
        <dl class="facts">
          <dt>{t('overview.state')}</dt>
          <dd>
            <span class={value.status.ready ? 'good' : 'bad'}>
              {t(value.status.ready ? 'overview.ready' : 'overview.notReady')}
            </span>
            {value.status.reason !== undefined && <span> {value.status.reason}</span>}
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
          </dd>
        </dl>
      )}
    </section>
  );
}
