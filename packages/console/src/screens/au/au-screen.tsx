// Screen of one AU: its status, agreements, configuration and history.
import { ServiceError } from '@holdfast/client/browser';
import { useEffect } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ActiveBadge } from '../../parts/au/active-badge.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Holds } from '../../parts/holds.tsx';
import { formatHref } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { getHoldings } from '../../service/known-holdings.ts';
import { useResponse } from '../../service/use-response.ts';
import { windowTitle } from '../../shell/window-title.ts';
import { AuActions } from './actions.tsx';
import { AuAgreementTable } from './agreements.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { AuHistoryList } from './history.tsx';
import { type LoadedAu, loadAu } from './load-au.ts';
import { AuOverview } from './overview.tsx';
import { NoAuPeersList, SuspectUrls } from './suspects.tsx';

const MOST_NAME = 600;

export default function AuScreen({ params }: ScreenProps) {
  const auid = params.auid!;
  const { value: au, problem, again } = useResponse((signal) => loadAu(auid, signal), [auid]);
  const name = au?.status.volume;
  useEffect(() => {
    if (name) windowTitle.value = shortenMiddle(name, MOST_NAME);
  }, [name]);
  if (au === undefined && problem === undefined) return <LoadingIndicator />;
  if (au === undefined)
    return isMissing(problem) ? <Unknown auid={auid} /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="au stack">
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <Head au={au} />
      <AuActions au={au} onChanged={again} />
      <AuOverview au={au} />
      <Holds subject={{ auid, namespaces: listNamespaces(auid) }} />
      <AuAgreementTable agreements={au.agreements} />
      <SuspectUrls suspects={au.suspects} />
      <NoAuPeersList peers={au.noAuPeers} />
      <ConfigurationForm key={JSON.stringify(au.configured?.auConfig)} au={au} onChanged={again} />
      <AuHistoryList au={au} />
    </div>
  );
}

/** Returns the namespaces in which the AU has content. Empty until the repository service has responded. */
function listNamespaces(auid: string): readonly string[] {
  const held = getHoldings(auid);
  return typeof held === 'object' && held !== null ? held.namespaces : [];
}

const isMissing = (problem: unknown): boolean =>
  problem instanceof ServiceError && (problem.status === 404 || problem.status === 400);

function Unknown({ auid }: { auid: string }) {
  return (
    <>
      <h1>{t('au.title')}</h1>
      <EmptyState title={t('au.unknown')} action={<a href={formatHref('/aus')}>{t('aus.title')}</a>}>
        <code class="mono breaks">{auid}</code>
      </EmptyState>
    </>
  );
}

function Head({ au: { auid, status, configured } }: { au: LoadedAu }) {
  return (
    <header class="au-head">
      <h1>{status.volume && shortenMiddle(status.volume, MOST_NAME)}</h1>
      <p class="row">
        {configured === undefined ? (
          <span class="badge">{t('au.notConfigured')}</span>
        ) : (
          <ActiveBadge active={configured.isActive} />
        )}
        <code class="mono small muted breaks">{auid}</code>
        <IconButton icon="copy" label={t('au.copyAuid')} onClick={() => void copyText(auid)} />
      </p>
    </header>
  );
}
