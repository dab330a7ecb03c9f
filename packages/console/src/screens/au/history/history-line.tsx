// One entry in the history of an AU.
import type { AuEvent, AuHistoryEntry, Check } from '@holdfast/api-types';
import type { ComponentChildren } from 'preact';
import { formatTime } from '../../../language/format.ts';
import { shortenMiddle } from '../../../language/printable.ts';
import { hasMessage, t } from '../../../language/t.ts';
import { Time } from '../../../parts/basic/time.tsx';
import { formatHref, formatPath } from '../../../routing/location.ts';
import { CertificateResult } from './certificate-result.tsx';
import type { AuHistoryItem } from './history-item.ts';
import type { PastEvent } from './past-events.ts';

/** Maximum length of a displayed reason or file name. */
const MAX_TEXT = 300;

interface LineProps {
  readonly item: AuHistoryItem;
  /** Namespace that contains the AU. Undefined if the AU has no content. */
  readonly namespace: string | undefined;
}

export function HistoryLine({ item, namespace }: LineProps) {
  return (
    <li>
      <Time at={item.timeMs} />
      <span>
        {'event' in item && <EventWords event={item.event} namespace={namespace} />}
        {'change' in item && <ChangeWords change={item.change} />}
        {'check' in item && <CheckWords check={item.check} />}
        {'past' in item && <PastWords past={item.past} />}
      </span>
    </li>
  );
}

function EventWords({ event, namespace }: { event: AuEvent; namespace: string | undefined }) {
  const { event: kind, artifacts, uuid, by, fileName, detail, until, certificate } = event;
  const words =
    artifacts === undefined ? t(`au.happened.${kind}`) : t(`au.happenedTo.${kind}`, { count: artifacts });
  return (
    <>
      {certificate !== undefined && <CertificateResult certificate={certificate}>{words}</CertificateResult>}
      {uuid !== undefined && (
        <a href={formatHref(formatPath('/artifacts/:uuid', { uuid }), { namespace })}>{words}</a>
      )}
      {certificate === undefined && uuid === undefined && words}
      {fileName !== undefined && <MutedDetail>{shortenMiddle(fileName, MAX_TEXT)}</MutedDetail>}
      {event.counts !== undefined && <ImportWords event={event} />}
      {by !== undefined && (
        <MutedDetail>
          <bdi>{by}</bdi>
        </MutedDetail>
      )}
      {detail !== undefined && <MutedDetail>{shortenMiddle(detail, MAX_TEXT)}</MutedDetail>}
      {until !== undefined && <MutedDetail>{t('au.until', { time: formatTime(until) })}</MutedDetail>}
    </>
  );
}

function ImportWords({ event: { counts, outcome } }: { event: AuEvent }) {
  const { OK = 0, DUPLICATE = 0, ERROR = 0 } = counts ?? {};
  return (
    <>
      <MutedDetail>{t('au.importStored', { count: OK })}</MutedDetail>
      {DUPLICATE > 0 && <MutedDetail>{t('au.importDuplicates', { count: DUPLICATE })}</MutedDetail>}
      {ERROR > 0 && <span class="warning"> · {t('au.importErrors', { count: ERROR })}</span>}
      {outcome !== undefined && outcome !== 'complete' && (
        <span class="warning"> · {t(`au.importOutcome.${outcome}`)}</span>
      )}
    </>
  );
}

function ChangeWords({ change: { operation, user, outcome, status } }: { change: AuHistoryEntry }) {
  const key = `au.done.${operation}`;
  return (
    <>
      {hasMessage(key) ? t(key) : operation}
      {user !== undefined && (
        <MutedDetail>
          <bdi>{user}</bdi>
        </MutedDetail>
      )}
      {outcome !== 'ok' && (
        <span class="warning">
          {' · '}
          {t('au.doneFailed')}
          {status !== undefined && ` (${status})`}
        </span>
      )}
    </>
  );
}

function CheckWords({ check: { check, state, verdict, intact, artifacts, by } }: { check: Check }) {
  return (
    <>
      <a href={formatHref(formatPath('/checks/:check', { check }))}>{t('au.fixityCheck')}</a>
      <MutedDetail>
        {t(verdict === undefined ? `checks.state.${state}` : `checks.verdict.${verdict}`)}
      </MutedDetail>
      {artifacts !== undefined && (
        <MutedDetail>{t('checks.sentence', { intact, requested: artifacts })}</MutedDetail>
      )}
      <MutedDetail>
        <bdi>{by}</bdi>
      </MutedDetail>
    </>
  );
}

function PastWords({ past: { kind, result } }: { past: PastEvent }) {
  return (
    <>
      {t(`au.event.${kind}`)}
      {result !== undefined && <MutedDetail>{formatResult(result)}</MutedDetail>}
    </>
  );
}

function formatResult(words: string): string {
  const key = [`au.crawl.${words}`, `au.poll.${words}`].find(hasMessage);
  return key === undefined ? shortenMiddle(words, MAX_TEXT) : t(key);
}

function MutedDetail({ children }: { children: ComponentChildren }) {
  return <span class="muted"> · {children}</span>;
}
