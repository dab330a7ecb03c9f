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
  /** Current tab, which the links keep. */
  readonly tab: string | undefined;
}

/** Maximum number of captures that the service counts. */
const MAX_COUNTED = 1_000;

export function CaptureNavigation({ overview, tab }: NavigationProps) {
  const { artifact, previous, next, captures } = overview;
  const isCalendarOpen = useSignal(false);
  const namespace = artifact.namespace!;
  return (
    <>
      <nav class="row capture-navigation" aria-label={t('artifact.otherCaptures')}>
        {(['previous', 'next'] as const).map((side) => {
          const capture = side === 'previous' ? previous : next;
          const label = t(`artifact.${side}Capture`);
          if (capture === undefined)
            return (
              <span key={side} class="small muted">
                {t(side === 'previous' ? 'artifact.firstCapture' : 'artifact.lastCapture')}
              </span>
            );
          const path = formatPath('/artifacts/:uuid', { uuid: capture.uuid });
          return (
            <a key={side} class="button button-plain" href={formatHref(path, { namespace, tab })}>
              {side === 'previous' && <span aria-hidden="true">‹</span>}
              <span>
                {label}: <CaptureTime at={capture.collectionDate} />
              </span>
              {side === 'next' && <span aria-hidden="true">›</span>}
            </a>
          );
        })}
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
          <CaptureCalendar namespace={namespace} url={artifact.uri!} />
        </section>
      )}
    </>
  );
}
