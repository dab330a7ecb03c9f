// Panel of one URL: its versions, and its captures on a calendar.
import { useSignal } from '@preact/signals';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { CaptureCalendar } from '../../parts/captures/capture-calendar.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { CaptureVersions, makeVersionsCall } from '../../parts/captures/versions.tsx';
import { CopyAsCurl, copyText } from '../../parts/feedback/copy-as-curl.tsx';

interface UrlPanelProps {
  readonly scope: ContentScope;
  readonly url: string;
  readonly onClose: () => void;
}

/** Maximum lengths of the URL in the heading and in its tooltip. */
const MAX_SHOWN = 160;
const MAX_TITLE = 1_000;

export function UrlPanel({ scope, url, onClose }: UrlPanelProps) {
  const tab = useSignal('versions');
  return (
    <section class="url-panel stack" aria-label={t('content.oneUrl')}>
      <header class="url-panel-head">
        <h2 title={shortenMiddle(url, MAX_TITLE)}>
          <UrlText url={url} most={MAX_SHOWN} />
        </h2>
        <IconButton icon="copy" label={t('content.copyUrl')} onClick={() => void copyText(url)} />
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
