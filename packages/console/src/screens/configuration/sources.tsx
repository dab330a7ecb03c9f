// Lists the loaded sources in order, with their errors and a button to reload them.
import type { configuration as contract } from '@holdfast/api-types';
import { t, translateRich } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, configuration } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { ValueSource } from './value-source.tsx';

type Status = contract.components['schemas']['ApiStatus'];

interface Loaded {
  readonly urls: readonly string[];
  readonly changed: string;
  readonly status: Status & { readonly loading?: { readonly since: string } };
}

const FAILOVER = 'failover:';
const LOOK_EVERY_MS = 5_000;

export function ConfigurationSources() {
  const { value, problem, again } = useResponse(loaded, [], { everyMs: LOOK_EVERY_MS });
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
          <Reload isLoading={status.loading !== undefined} again={again} />
        )}
        <CopyAsCurl service="configuration" operation="getLoadedUrls" />
      </div>
      {status.reason !== undefined && (
        <div class="problem">
          <p class="problem-title">{t('configuration.reason')}</p>
          <ul>
            {status.reason.split('; ').map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {urls.length === 0 ? (
        <EmptyState title={t('configuration.noSources')}>{t('configuration.noSourcesWhy')}</EmptyState>
      ) : (
        <ol class="stack" aria-label={t('configuration.sources')}>
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
      <p class="small muted">
        {translateRich('configuration.otherSources', {
          settings: <a href={formatHref('/settings', { q: '_SOURCES' })}>PLUGIN_SOURCES, TDB_SOURCES</a>,
        })}
      </p>
    </div>
  );
}

function Reload({ isLoading, again }: { isLoading: boolean; again: () => void }) {
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

async function loaded(signal: AbortSignal): Promise<Loaded> {
  const [urls, changed, status] = await Promise.all([
    configuration.getLoadedUrls({}, { signal }),
    configuration.getLastUpdateTime({}, { signal }),
    configuration.getStatus({}, { signal }),
  ]);
  return { urls, changed, status };
}
