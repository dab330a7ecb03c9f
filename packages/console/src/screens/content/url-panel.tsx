// Panel of one URL: its versions, and its captures on a calendar.
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { CaptureCalendar } from '../../parts/captures/capture-calendar.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { CaptureVersions, makeVersionsCall } from '../../parts/captures/versions.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';

interface UrlPanelProps {
  readonly scope: ContentScope;
  readonly url: string;
  readonly onClose: () => void;
}

/** Maximum length of the URL in the heading. The properties of a capture contain the full URL. */
const MOST_SHOWN = 600;

export function UrlPanel({ scope, url, onClose }: UrlPanelProps) {
  const tab = useSignal('versions');
  return (
    <section class="url-panel stack" aria-label={t('content.oneUrl')}>
      <header class="url-panel-head">
        <h2>
          <UrlText url={url} most={MOST_SHOWN} />
        </h2>
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </header>
      <Tabs
        label={t('content.oneUrl')}
        tabs={[
          { key: 'versions', label: t('content.versions') },
          { key: 'calendar', label: t('content.calendar') },
        ]}
        current={tab.value}
        onChange={(key) => {
          tab.value = key;
        }}
      >
        {tab.value === 'versions' ? (
          <>
            <CaptureVersions scope={scope} url={url} />
            <CopyAsCurl {...makeVersionsCall(scope, url)} />
          </>
        ) : (
          <CaptureCalendar namespace={scope.namespace} url={url} />
        )}
      </Tabs>
    </section>
  );
}
