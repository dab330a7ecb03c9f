// Summary at the top of the capture screen: title, URL, date, status, type, size, AU, condition and copies.
import type { ArtifactOverview, Deletion } from '@holdfast/api-types';
import type { ComponentChildren } from 'preact';
import { formatAge, formatBytes, formatUtcTime } from '../../language/format.ts';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { formatHref } from '../../routing/location.ts';

interface HeadProps {
  readonly overview: ArtifactOverview;
  /** Title of the captured page. Undefined if it is unknown. */
  readonly title: string | undefined;
  /** Open request to delete the artifact. Undefined if there is none. */
  readonly deletionRequest: Deletion | undefined;
}

/** Maximum lengths in the summary. The table of properties shows the full URL. */
const MAX_URL = 600;
const MAX_TITLE = 200;

export function CaptureHead({ overview, title, deletionRequest }: HeadProps) {
  const { artifact, httpStatus, mediaType, held } = overview;
  const { uri, collectionDate, contentLength, committed, damaged, version } = artifact;
  const facts = [
    t('artifact.captured', { date: formatUtcTime(collectionDate) }),
    ...(httpStatus === undefined ? [] : [String(httpStatus)]),
    ...(mediaType === undefined ? [] : [shortenMiddle(mediaType, 100)]),
    formatBytes(contentLength),
    t('content.versionNumber', { version: version! }),
  ];
  return (
    <header class="capture-head">
      <h1 class="breaks">{shortenMiddle(title ?? deriveNameFromUrl(uri!), MAX_TITLE)}</h1>
      <p class="artifact-url">
        <UrlText url={uri!} most={MAX_URL} />
      </p>
      <p>{facts.join(' · ')}</p>
      <AuOfCapture overview={overview} />
      <p class="row">
        <Condition overview={overview} />
        {held && <span class="badge badge-warning">{t('keeping.hold.badge')}</span>}
        {!committed && <span class="badge badge-warning">{t('content.uncommitted')}</span>}
        {deletionRequest !== undefined && (
          <a class="badge badge-warning" href={formatHref('/keeping', { tab: 'deletions' })}>
            {t('keeping.event.deletionRequested')}
          </a>
        )}
        {damaged !== undefined && <span class="badge badge-bad">{t('content.damaged')}</span>}
      </p>
    </header>
  );
}

/** Returns the last part of the path, or the host if the path is empty. */
function deriveNameFromUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  if (last === undefined) return host || url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function AuOfCapture({ overview: { artifact } }: { overview: ArtifactOverview }) {
  const { auid, namespace } = artifact;
  return (
    <div class="row capture-au">
      <span class="muted">{t('content.au')}</span>
      <span class="breaks">
        <AuName auid={auid!} namespace={namespace} link />
      </span>
      <details class="small">
        <summary>{t('artifact.is.auid')}</summary>
        <bdi class="mono url-text">{makePrintable(auid!)}</bdi>
      </details>
    </div>
  );
}

const TONES = { intact: 'good', unchecked: 'muted', damaged: 'bad', damagedOnArrival: 'bad' } as const;

function Condition({ overview: { condition, checked, copies } }: { overview: ArtifactOverview }) {
  const { total, intact, stores } = copies;
  const words: ComponentChildren[] = [
    <span class={TONES[condition]}>{t(`artifact.condition.${condition}`)}</span>,
    ...(checked === undefined
      ? []
      : [<span title={formatUtcTime(checked)}>{t('artifact.checked', { age: formatAge(checked) })}</span>]),
    intact === total
      ? t('artifact.copies', { count: total })
      : t('artifact.copiesOf', { intact, count: total }),
    ...(stores ?? [])
      .filter(({ state }) => state !== 'intact')
      .map(({ name, state }) => t('artifact.copyState', { store: name, state: t(`artifact.copy.${state}`) })),
  ];
  return (
    <span>
      {words.map((word, at) => (
        <span key={at}>
          {at > 0 && ' · '}
          {word}
        </span>
      ))}
    </span>
  );
}
