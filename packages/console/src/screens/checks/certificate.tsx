// Page of one check: its progress and, after the check has ended, its certificate. The page can be printed.
import type { CheckReport } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatBytes, formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { DownloadLink } from '../../parts/basic/download.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { ProgressBar } from '../../parts/feedback/progress.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { formatCallUrl, repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { computeCheckedShare } from './check-verdict.ts';
import { ScopeText, VerdictBadge } from './check-words.tsx';
import { ExceptionTable } from './exceptions.tsx';

const LOOK_EVERY_MS = 3_000;
const PAGE = 100;

export function Certificate({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(true);
  const { value, problem, again } = useResponse(
    async (signal) => {
      const found = await repository.getCheck({ check: id, limit: PAGE }, { signal });
      setOpen(found.verdict === undefined);
      return found;
    },
    [id],
    isOpen ? { everyMs: LOOK_EVERY_MS } : {},
  );
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <article class="stack certificate">
      <header class="screen-head">
        <h1>{t(value.sha256 === undefined ? 'checks.check' : 'checks.certificate')}</h1>
        <p class="not-printed">
          <a href={formatHref('/checks')}>{t('checks.allChecks')}</a>
        </p>
      </header>
      <section class="card stack">
        <p class="certificate-scope breaks">
          <ScopeText scope={value.scope} link />
        </p>
        <div class="row">
          <VerdictBadge check={value} />
          <strong>{t('checks.sentence', { intact: value.intact, requested: value.artifacts ?? 0 })}</strong>
        </div>
        {isOpen && <ProgressBar label={t('checks.progress')} share={computeCheckedShare(value)} />}
        {value.failure !== undefined && <p class="bad breaks">{value.failure}</p>}
        {value.verdict !== undefined && <Warnings check={value} />}
        <Actions check={value} onChanged={again} />
      </section>
      <Counts check={value} />
      <Facts check={value} />
      <Copies check={value} />
      <ExceptionTable first={value} />
    </article>
  );
}

/** Lists what the certificate does not prove. */
function Warnings({ check: { unreadable, notChecked, verdict } }: { check: CheckReport }) {
  return (
    <>
      {verdict === 'repaired' && <p>{t('checks.allRepaired')}</p>}
      {unreadable > 0 && <p class="warning">{t('checks.notGreen', { count: unreadable })}</p>}
      {notChecked > 0 && <p class="warning">{t('checks.notReached', { count: notChecked })}</p>}
    </>
  );
}

function Actions({ check, onChanged }: { check: CheckReport; onChanged: () => void }) {
  const cancelling = useAction();
  const cancel = () =>
    cancelling.run(async () => {
      await repository.cancelCheck({ check: check.check });
      onChanged();
    });
  const address = (format: 'json' | 'csv') =>
    formatCallUrl({
      service: 'repository',
      operation: 'getCertificate',
      input: { check: check.check, format },
    });
  return (
    <div class="row not-printed">
      {check.verdict === undefined && (
        <Button busy={cancelling.isBusy} onClick={() => void cancel()}>
          {t('checks.cancel')}
        </Button>
      )}
      {check.verdict !== undefined && <Button onClick={() => print()}>{t('checks.print')}</Button>}
      {check.sha256 !== undefined && (
        <>
          <DownloadLink href={address('json')}>JSON</DownloadLink>
          <DownloadLink href={address('csv')}>{t('checks.csv')}</DownloadLink>
        </>
      )}
      <CopyAsCurl service="repository" operation="getCheck" input={{ check: check.check }} />
      {cancelling.problem !== undefined && <ProblemMessage of={cancelling.problem} />}
    </div>
  );
}

function Counts({ check }: { check: CheckReport }) {
  const rows = ['intact', 'damaged', 'missing', 'unreadable', 'notChecked'] as const;
  return (
    <section class="card stack" aria-label={t('checks.artifacts')}>
      <h2>{t('checks.artifacts')}</h2>
      <table class="certificate-counts">
        <tbody>
          {rows.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`checks.${name}`)}</th>
              <td>{formatCount(check[name])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('checks.requested')}</th>
            <td>
              <strong>{formatCount(check.artifacts)}</strong>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('checks.repaired')}</th>
            <td>{formatCount(check.repaired)}</td>
          </tr>
        </tbody>
      </table>
      <p class="muted small">{t('checks.method')}</p>
    </section>
  );
}

function Facts({ check }: { check: CheckReport }) {
  return (
    <section class="card stack" aria-label={t('checks.facts')}>
      <h2>{t('checks.facts')}</h2>
      <dl class="facts">
        <dt>{t('checks.by')}</dt>
        <dd>
          {check.by}
          {check.schedule !== undefined && <span class="muted"> ({t('checks.scheduled')})</span>}
        </dd>
        {check.reason !== undefined && (
          <>
            <dt>{t('checks.reason')}</dt>
            <dd class="breaks">{check.reason}</dd>
          </>
        )}
        <dt>{t('checks.requestedAt')}</dt>
        <dd>
          <Time at={check.at} />
        </dd>
        <dt>{t('checks.startedAt')}</dt>
        <dd>
          <Time at={check.started} />
        </dd>
        <dt>{t('checks.endedAt')}</dt>
        <dd>
          <Time at={check.ended} />
        </dd>
        {check.previous !== undefined && (
          <>
            <dt>{t('checks.previous')}</dt>
            <dd>
              <a href={formatHref(formatPath('/checks/:check', { check: check.previous }))}>
                <code class="breaks">{check.previous}</code>
              </a>
            </dd>
          </>
        )}
        <dt>{t('checks.number')}</dt>
        <dd>
          <code class="breaks">{check.check}</code>
        </dd>
        {check.sha256 !== undefined && (
          <>
            <dt>{t('checks.sha256')}</dt>
            <dd>
              <code class="breaks">{check.sha256}</code>
            </dd>
          </>
        )}
        {check.software !== undefined && (
          <>
            <dt>{t('checks.software')}</dt>
            <dd>{check.software}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Copies({ check: { copies, stores } }: { check: CheckReport }) {
  if (copies.length === 0) return null;
  const columns = ['copies', 'damaged', 'missing', 'unreachable', 'repaired'] as const;
  return (
    <section class="card stack">
      <h2>{t('checks.readFrom')}</h2>
      <p class="muted">{t(`checks.stores.${stores}`)}</p>
      <ScrollRegion label={t('checks.readFrom')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('checks.store')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`checks.copy.${name}`)}
                </th>
              ))}
              <th scope="col">{t('checks.bytes')}</th>
            </tr>
          </thead>
          <tbody>
            {copies.map((copy) => (
              <tr key={copy.store ?? ''}>
                <th scope="row">{copy.store ?? t('checks.onlyStore')}</th>
                {columns.map((name) => (
                  <td key={name}>{formatCount(copy[name])}</td>
                ))}
                <td class="nowrap">{formatBytes(copy.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
