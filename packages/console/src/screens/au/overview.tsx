// The overview of an AU: what it is, how much there is of it, how well it is kept.
import type { ComponentChildren } from 'preact';
import { formatShare } from '../../language/format.ts';
import { hasMessage, t } from '../../language/t.ts';
import { Bytes } from '../../parts/bytes.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/location.ts';
import type { WholeAu } from './load-au.ts';

export function Overview({ au: { status, state, plugin } }: { au: WholeAu }) {
  const agreement = status.recentPollAgreement;
  const highest = state.highestV3Agreement ?? -1;
  return (
    <section class="card au-overview">
      <dl class="facts">
        <Fact name="publisher">
          {status.publisher && <a href={hrefOf('/titles', { q: status.publisher })}>{status.publisher}</a>}
        </Fact>
        <Fact name="title">
          {status.journalTitle && (
            <a href={hrefOf('/titles', { q: status.journalTitle })}>{status.journalTitle}</a>
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
        <Fact name="contentSize">{isNumber(status.contentSize) && <Bytes of={status.contentSize} />}</Fact>
        <Fact name="diskUsage">{isNumber(status.diskUsage) && <Bytes of={status.diskUsage} />}</Fact>
        <Fact name="substance">{t(`aus.choice.${status.substanceState}`)}</Fact>
        <Fact name="lastCrawl">
          {isNumber(status.lastCompletedCrawl) && <Time at={status.lastCompletedCrawl} age />}
          {status.lastCrawlResult && <> · {wordsFor('crawl', status.lastCrawlResult)}</>}
        </Fact>
        <Fact name="lastPoll">
          {isNumber(status.lastCompletedPoll) && <Time at={status.lastCompletedPoll} age />}
          {status.lastPollResult && <> · {wordsFor('poll', status.lastPollResult)}</>}
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

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The service's own words where the console has none. */
function wordsFor(kind: 'crawl' | 'poll', words: string): string {
  const key = `au.${kind}.${words}`;
  return hasMessage(key) ? t(key) : words;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  const isThere = [children]
    .flat()
    .some((child) => child !== null && child !== undefined && child !== false && child !== '');
  return (
    <div>
      <dt>{t(`au.fact.${name}`)}</dt>
      <dd>{isThere ? children : <span class="muted">–</span>}</dd>
    </div>
  );
}
