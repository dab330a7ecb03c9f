// Facts about an AU: its identity, its amount of content, and its last crawl and poll.
import type { AuStatus } from '@holdfast/api-types';
import { formatCount, formatShare } from '../../language/format.ts';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { hasMessage, t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { Meter } from '../../parts/chart/meter.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { canRequestHoldings, type KnownHoldings } from '../../service/known-holdings.ts';
import { Fact } from './fact.tsx';
import type { AuDocuments, LoadedAu } from './load-au.ts';

interface OverviewProps {
  readonly au: LoadedAu;
  readonly documents: AuDocuments;
  readonly held: KnownHoldings;
}

export function AuOverview({ au: { auid, plugin }, documents: { status, state }, held }: OverviewProps) {
  const agreement = status.recentPollAgreement;
  const highest = state.highestV3Agreement ?? -1;
  return (
    <section class="card au-overview">
      <dl class="facts">
        <Fact name="publisher">
          {status.publisher && (
            <a href={formatHref('/titles', { q: status.publisher })}>{status.publisher}</a>
          )}
        </Fact>
        <Fact name="title">
          {status.journalTitle && (
            <a href={formatHref('/titles', { q: status.journalTitle })}>{status.journalTitle}</a>
          )}
        </Fact>
        <Fact name="year">{status.year}</Fact>
        <Fact name="plugin">
          {status.pluginName && `${status.pluginName}${plugin ? ` (${plugin.version})` : ''}`}
        </Fact>
        <Fact name="platform">{status.publishingPlatform}</Fact>
        <Fact name="provider">{status.provider}</Fact>
        <Fact name="access">{status.accessType && t(`aus.choice.${status.accessType}`)}</Fact>
        <Fact name="available">{t(status.availableFromPublisher ? 'aus.yes' : 'aus.no')}</Fact>
        <Fact name="subscription">{status.subscriptionStatus}</Fact>
      </dl>
      <dl class="facts">
        <Content auid={auid} status={status} held={held} />
        <Fact name="substance">{t(`aus.choice.${status.substanceState}`)}</Fact>
        <Fact name="lastCrawl">
          {isNumber(status.lastCompletedCrawl) && <Time at={status.lastCompletedCrawl} age />}
          {status.lastCrawlResult && <> · {translateResult('crawl', status.lastCrawlResult)}</>}
        </Fact>
        <Fact name="lastPoll">
          {isNumber(status.lastCompletedPoll) && <Time at={status.lastCompletedPoll} age />}
          {status.lastPollResult && <> · {translateResult('poll', status.lastPollResult)}</>}
        </Fact>
        <Fact name="metadata">{t(state.isMetadataExtractionEnabled === false ? 'au.off' : 'au.on')}</Fact>
      </dl>
      {isNumber(agreement) && (
        <Meter
          label={t('au.agreement')}
          share={agreement}
          state={agreement >= 0.95 ? 'good' : agreement >= 0.5 ? 'warning' : 'bad'}
          {...(highest > agreement && {
            text: t('au.agreementAndHighest', { now: formatShare(agreement), highest: formatShare(highest) }),
          })}
        />
      )}
    </section>
  );
}

/**
 * Shows the amount of the AU's content. If the repository service is unavailable, shows the figures that the
 * configuration service last stored.
 */
function Content({ auid, status, held }: { auid: string; status: AuStatus; held: KnownHoldings }) {
  if (held === null) return <Fact name="artifacts">{t('au.holdsNothing')}</Fact>;
  if (held === undefined || held === 'away')
    return (
      <>
        {canRequestHoldings() && (
          <Fact name="artifacts">{held === 'away' ? <span class="warning">{t('aus.away')}</span> : '…'}</Fact>
        )}
        <Fact name="contentSize">{isNumber(status.contentSize) && <Bytes of={status.contentSize} />}</Fact>
        <Fact name="diskUsage">{isNumber(status.diskUsage) && <Bytes of={status.diskUsage} />}</Fact>
      </>
    );
  const { namespaces, artifacts, committed, urls, bytes, latestBytes, storedBytes } = held;
  return (
    <>
      <Fact name="artifacts">
        {t('au.artifactsOfUrls', { count: artifacts, urls: formatCount(urls) })}
        {committed < artifacts && <> · {t('au.uncommitted', { count: artifacts - committed })}</>}
      </Fact>
      <Fact name="versions">
        <Bytes of={bytes} />
        {latestBytes < bytes && (
          <>
            {' · '}
            {t('au.newestAlone')} <Bytes of={latestBytes} />
          </>
        )}
      </Fact>
      <Fact name="stored">
        <Bytes of={storedBytes} />
      </Fact>
      {namespaces.length > 1 && (
        <Fact name="namespaces">
          <span class="row">
            {namespaces.map((namespace) => (
              <a
                key={namespace}
                href={formatHref(formatPath('/content/:namespace/:auid', { namespace, auid }))}
              >
                {makePrintable(namespace)}
              </a>
            ))}
          </span>
        </Fact>
      )}
    </>
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Maximum length of a displayed result for which the console has no translation. */
const MAX_WORDS = 300;

function translateResult(kind: 'crawl' | 'poll', words: string): string {
  const key = `au.${kind}.${words}`;
  return hasMessage(key) ? t(key) : shortenMiddle(words, MAX_WORDS);
}
