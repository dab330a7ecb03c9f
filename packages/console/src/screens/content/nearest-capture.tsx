// Redirects to the capture of a URL that is closest to a time. Links in captured pages point to the console's address
// of a namespace, with the parameters `url` and `at`.
import { useEffect } from 'preact/hooks';
import { formatUtcTime } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { findNearestCapture } from '../../parts/captures/captures.ts';
import { formatScopePath } from '../../parts/captures/scope.ts';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, formatPath, navigate } from '../../routing/location.ts';
import { useResponse } from '../../service/use-response.ts';

interface NearestCaptureProps {
  readonly namespace: string;
  readonly url: string;
  /** Time in milliseconds since the epoch. */
  readonly atMs: number;
}

const MAX_SHOWN = 600;

/** Returns the time in the address. Returns undefined if the address has no valid time. */
export function parseNearestTime(query: URLSearchParams): number | undefined {
  const text = query.get('at') ?? '';
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return ms <= MAX_DATE_MS ? ms : undefined;
}

/** Maximum time that 14 digits can express: the end of the year 9999. */
const MAX_DATE_MS = 253_402_300_799_999;

export function NearestCapture({ namespace, url, atMs }: NearestCaptureProps) {
  const { value, problem, again } = useResponse(
    async (signal) => ({ capture: await findNearestCapture({ namespace, url }, atMs, signal) }),
    [namespace, url, atMs],
  );
  const uuid = value?.capture?.uuid;
  useEffect(() => {
    if (uuid === undefined) return;
    const path = formatPath('/artifacts/:uuid', { uuid });
    navigate(`${path}?${new URLSearchParams({ namespace })}`, { replace: true });
  }, [uuid]);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined || uuid !== undefined) return <LoadingIndicator />;
  return <NotCaptured namespace={namespace} url={url} atMs={atMs} />;
}

function NotCaptured({ namespace, url, atMs }: NearestCaptureProps) {
  const path = formatScopePath({ namespace, auid: undefined });
  const host = URL.canParse(url) ? new URL(url).host : '';
  return (
    <div class="stack">
      <h1>{t('content.title')}</h1>
      <EmptyState title={t('content.notCaptured')}>
        <bdi class="url-text">{shortenMiddle(url, MAX_SHOWN)}</bdi>
      </EmptyState>
      <p class="small muted">{t('content.notCapturedWhy', { date: formatUtcTime(atMs), namespace })}</p>
      <ul>
        <li>
          <a href={formatHref(path, { q: url, by: 'prefix' })}>{t('content.searchPrefix')}</a>
        </li>
        {host !== '' && (
          <li>
            <a href={formatHref(path, { q: host, by: 'host' })}>{t('content.searchHost', { host })}</a>
          </li>
        )}
      </ul>
    </div>
  );
}
