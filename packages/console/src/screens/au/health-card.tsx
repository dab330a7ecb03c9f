// Health of an AU: whether its content is intact, when it was checked, its copies and its last import.
import type { AuCondition } from '@holdfast/api-types';
import { formatCount } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { HOLDINGS_INTERVAL_MS } from '../../service/known-holdings.ts';
import { useResponse } from '../../service/use-response.ts';
import { type AuHealthSentence, assessAu } from './assess-au.ts';
import { Fact } from './fact.tsx';
import { CertificateResult } from './history/certificate-result.tsx';

const BADGES = { intact: 'good', unchecked: 'warning', incomplete: 'warning', damaged: 'bad' } as const;
const MAX_FILE_NAME = 200;

export function AuHealthCard({ auid, namespace }: { auid: string; namespace: string }) {
  const input = { auid, namespace };
  const { value, problem, again } = useResponse(
    (signal) => repository.getAuCondition(input, { signal }),
    [auid, namespace],
    { everyMs: HOLDINGS_INTERVAL_MS },
  );
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  const { verdict, sentences } = assessAu(value);
  return (
    <section class="card stack" aria-label={t('au.health')}>
      <div class="row">
        <h2>{t('au.health')}</h2>
        <span class={`badge badge-${BADGES[verdict]}`}>{t(`au.verdict.${verdict}`)}</span>
        <CopyAsCurl service="repository" operation="getAuCondition" input={input} />
      </div>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {sentences.length > 0 && (
        <ul class="au-sentences">
          {sentences.map((sentence, at) => (
            <Sentence key={at} sentence={sentence} />
          ))}
        </ul>
      )}
      <Facts condition={value} />
    </section>
  );
}

function Sentence({ sentence: { name, state, values } }: { sentence: AuHealthSentence }) {
  const isLinked = name === 'damaged' && canCall('repository', 'getDamage');
  return (
    <li class={state === 'bad' ? 'bad' : 'warning'}>
      {t(`au.health.${name}`, values)}{' '}
      {isLinked && <a href={formatHref('/keeping', { tab: 'damage' })}>{t('au.health.show')}</a>}
    </li>
  );
}

function Facts({ condition }: { condition: AuCondition }) {
  const { artifacts, uncommitted, oldestCheck, latestCheck, copies, stores, holds } = condition;
  const { lastCertificate, lastImport } = condition;
  const storeNames = (stores ?? []).map(({ name }) => shortenMiddle(name, 60)).join(', ');
  return (
    <dl class="facts">
      <Fact name="artifacts">
        {formatCount(artifacts)}
        {uncommitted > 0 && <> · {t('au.uncommitted', { count: uncommitted })}</>}
      </Fact>
      <Fact name="lastFixity">
        {latestCheck === undefined ? (
          <span class="muted">{t('au.neverChecked')}</span>
        ) : (
          <>
            <Time at={latestCheck} age />
            {oldestCheck !== undefined && oldestCheck < latestCheck && (
              <span class="muted">
                {' '}
                · {t('au.oldestCheck')} <Time at={oldestCheck} age />
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact name="lastCertificate">
        {lastCertificate === undefined ? (
          <span class="muted">{t('au.noCertificate')}</span>
        ) : (
          <>
            <CertificateResult certificate={lastCertificate}>
              <Time at={lastCertificate.at} age />
            </CertificateResult>
            {lastCertificate.by !== undefined && (
              <span class="muted">
                {' · '}
                <bdi>{lastCertificate.by}</bdi>
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact name="copies">
        {copies === 0 && artifacts > 0 && storeNames !== '' ? (
          t('au.noCompleteCopies', { stores: storeNames })
        ) : (
          <>
            {formatCount(copies)}
            {storeNames !== '' && <span class="muted"> · {storeNames}</span>}
          </>
        )}
      </Fact>
      <Fact name="holds">{formatCount(holds)}</Fact>
      <Fact name="lastImport">
        {lastImport !== undefined && (
          <>
            <Time at={lastImport.at} age />
            {lastImport.outcome !== 'complete' && (
              <span class="warning"> · {t(`au.importOutcome.${lastImport.outcome}`)}</span>
            )}
            {lastImport.by !== undefined && (
              <span class="muted">
                {' · '}
                <bdi>{lastImport.by}</bdi>
              </span>
            )}
            {lastImport.fileName !== undefined && (
              <span class="muted"> · {shortenMiddle(lastImport.fileName, MAX_FILE_NAME)}</span>
            )}
          </>
        )}
      </Fact>
    </dl>
  );
}
