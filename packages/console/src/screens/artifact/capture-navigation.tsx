// Navigation between the captures of a URL: the previous and the next one, and a calendar of all of them.
import type { ArtifactOverview } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { CaptureTime } from '../../parts/basic/capture-time.tsx';
import { CaptureCalendar } from '../../parts/captures/capture-calendar.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';

interface NavigationProps {
  readonly overview: ArtifactOverview;
  /** Current tab. The links to other captures open the same tab. */
  readonly tab: string | undefined;
}

/** Maximum number of captures that the service counts. */
const MAX_COUNTED = 1_000;

export function CaptureNavigation({ overview, tab }: NavigationProps) {
  const { artifact, previous, next, captures } = overview;
  const isCalendarOpen = useSignal(false);
  return (
    <>
      <nav class="row capture-navigation" aria-label={t('artifact.otherCaptures')}>
        {previous === undefined && next === undefined ? (
          <span class="small muted">{t('artifact.onlyCapture')}</span>
        ) : (
          (['previous', 'next'] as const).map((side) => (
            <Neighbour key={side} side={side} overview={overview} tab={tab} />
          ))
        )}
        <Button
          pressed={isCalendarOpen.value}
          onClick={() => {
            isCalendarOpen.value = !isCalendarOpen.value;
          }}
        >
          {captures < MAX_COUNTED
            ? t('artifact.captureCalendar', { count: captures })
            : t('artifact.captureCalendarMore', { count: MAX_COUNTED })}
        </Button>
      </nav>
      {isCalendarOpen.value && (
        <section class="card" aria-label={t('content.calendar')}>
          <CaptureCalendar namespace={artifact.namespace!} url={artifact.uri!} />
        </section>
      )}
    </>
  );
}

/** Links to the capture before or after the current one. */
function Neighbour({ side, overview, tab }: NavigationProps & { readonly side: 'previous' | 'next' }) {
  const capture = overview[side];
  if (capture === undefined)
    return (
      <span class="small muted">
        {t(side === 'previous' ? 'artifact.firstCapture' : 'artifact.lastCapture')}
      </span>
    );
  const path = formatPath('/artifacts/:uuid', { uuid: capture.uuid });
  return (
    <a class="button button-plain" href={formatHref(path, { namespace: overview.artifact.namespace, tab })}>
      {side === 'previous' && <span aria-hidden="true">‹</span>}
      <span>
        {t(`artifact.${side}Capture`)}: <CaptureTime at={capture.collectionDate} />
      </span>
      {side === 'next' && <span aria-hidden="true">›</span>}
    </a>
  );
}
