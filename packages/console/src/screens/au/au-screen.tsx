// Screen of one AU: its health, actions, facts, a report on its content, its agreements, configuration and history. An
// AU may have content although it is not configured.
import { useEffect, useState } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ActiveBadge } from '../../parts/au/active-badge.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { copyText } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Holds } from '../../parts/holds.tsx';
import { formatHref } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import {
  canRequestHoldings,
  getHoldings,
  HOLDINGS_INTERVAL_MS,
  type KnownHoldings,
  requestHoldings,
} from '../../service/known-holdings.ts';
import { useResponse } from '../../service/use-response.ts';
import { windowTitle } from '../../shell/window-title.ts';
import { AuActions } from './actions.tsx';
import { AuAgreementTable } from './agreements.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { AuHealthCard } from './health-card.tsx';
import { AuHistoryCard } from './history/history-card.tsx';
import { listPastEvents, type PastEvent } from './history/past-events.ts';
import { type LoadedAu, loadAu } from './load-au.ts';
import { AuOverview } from './overview.tsx';
import { AuReportCard } from './report-card.tsx';
import { NoAuPeersList, SuspectUrls } from './suspects.tsx';

const MAX_NAME = 600;

export default function AuScreen({ params }: ScreenProps) {
  const auid = params.auid!;
  const { value: au, problem, again } = useResponse((signal) => loadAu(auid, signal), [auid]);
  const held = useHoldings(auid);
  const [version, setVersion] = useState(0);
  const [chosen, choose] = useState<string | undefined>(undefined);
  const name = au?.documents?.status.volume;
  useEffect(() => {
    if (name) windowTitle.value = shortenMiddle(name, MAX_NAME);
  }, [name]);
  if (au === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  const namespaces = listNamespaces(held);
  const namespace = namespaces.find((one) => one === chosen) ?? namespaces[0];
  // If the user has just deleted the AU (`version` is not 0), keeps the page, because the deletion dialog still offers
  // Undo.
  if (au.documents === undefined && namespace === undefined && version === 0)
    return held === undefined && canRequestHoldings() ? (
      <LoadingIndicator />
    ) : (
      <UnknownAu auid={auid} held={held} />
    );
  const changed = () => {
    setVersion((before) => before + 1);
    again();
  };
  return (
    <div class="au stack">
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <Head au={au} />
      {namespaces.length > 1 && (
        <Select
          label={t('au.namespace')}
          showLabel
          value={namespace!}
          options={namespaces.map((value) => ({ value, label: shortenMiddle(value, 60) }))}
          onChange={choose}
        />
      )}
      {namespace !== undefined && canCall('repository', 'getAuCondition') && (
        <AuHealthCard auid={auid} namespace={namespace} />
      )}
      <AuActions au={au} namespace={namespace} onChanged={changed} />
      {au.documents !== undefined && <AuOverview au={au} documents={au.documents} held={held} />}
      <Holds subject={{ auid, namespaces }} />
      {namespace !== undefined && canCall('repository', 'getAuReport') && (
        <AuReportCard
          key={namespace}
          auid={auid}
          namespace={namespace}
          artifacts={typeof held === 'object' ? (held?.artifacts ?? 0) : 0}
        />
      )}
      {au.documents !== undefined && (
        <>
          <AuAgreementTable agreements={au.documents.agreements} />
          <SuspectUrls suspects={au.documents.suspects} />
          <NoAuPeersList peers={au.documents.noAuPeers} />
        </>
      )}
      <AuHistoryCard
        auid={auid}
        pastEvents={listEventsOfDocuments(au)}
        namespace={namespace}
        version={version}
      />
      <ConfigurationForm key={JSON.stringify(au.configured?.auConfig)} au={au} onChanged={changed} />
    </div>
  );
}

function listEventsOfDocuments({ documents, configured }: LoadedAu): readonly PastEvent[] {
  if (documents === undefined) return [];
  const { state, status } = documents;
  return listPastEvents({ state, status, lastConfiguredMs: configured?.lastConfiguredMs });
}

/** Returns the amount of the AU's content, and requests it periodically. */
function useHoldings(auid: string): KnownHoldings {
  const isAsked = canRequestHoldings();
  useResponse((signal) => requestHoldings(isAsked ? [auid] : [], signal), [auid, isAsked], {
    everyMs: HOLDINGS_INTERVAL_MS,
  });
  return getHoldings(auid);
}

/** Returns the namespaces in which the AU has content. Empty until the repository service has responded. */
function listNamespaces(held: KnownHoldings): readonly string[] {
  return typeof held === 'object' && held !== null ? held.namespaces : [];
}

function UnknownAu({ auid, held }: { auid: string; held: KnownHoldings }) {
  return (
    <>
      <h1>{t('au.title')}</h1>
      <EmptyState
        title={t(held === 'away' ? 'au.unknownWhileAway' : 'au.unknown')}
        action={<a href={formatHref('/aus')}>{t('aus.title')}</a>}
      >
        <code class="mono breaks">{auid}</code>
      </EmptyState>
    </>
  );
}

function Head({ au: { auid, documents, configured } }: { au: LoadedAu }) {
  const name = documents?.status.volume;
  return (
    <header class="au-head">
      <h1>{shortenMiddle(name || auid, MAX_NAME)}</h1>
      <p class="row">
        {configured === undefined ? (
          <span class="badge badge-warning">{t('au.notConfigured')}</span>
        ) : (
          <ActiveBadge active={configured.isActive} />
        )}
        <code class="mono small muted breaks">{auid}</code>
        <IconButton icon="copy" label={t('au.copyAuid')} onClick={() => void copyText(auid)} />
      </p>
      {documents === undefined && <p class="muted">{t('au.notConfiguredButHeld')}</p>}
    </header>
  );
}
