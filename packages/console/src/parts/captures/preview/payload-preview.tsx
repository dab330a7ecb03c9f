// Shows a capture without executing any of its content: images in the format detected from their bytes, pages in a
// sandboxed frame without scripts (with styles and images, or as sanitized text), and text as text.
import type { Artifact } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { shortenMiddle } from '../../../language/printable.ts';
import { t } from '../../../language/t.ts';
import type { ResponseState } from '../../../service/use-response.ts';
import { Button } from '../../basic/button.tsx';
import { EmptyState } from '../../basic/empty.tsx';
import { LoadingIndicator } from '../../basic/loading.tsx';
import { Tabs } from '../../basic/tabs.tsx';
import { ProblemMessage } from '../../feedback/problem.tsx';
import { PreformattedText } from '../../text/source-text.tsx';
import { decodeText } from './decode.ts';
import type { LoadedPreview } from './load-preview.ts';
import { PageView } from './page-view.tsx';
import { sanitizeHtml, wrapImageInPage } from './readable-html.ts';

interface PreviewProps extends ResponseState<LoadedPreview> {
  readonly artifact: Artifact;
  /** Called with the title of a page when it is known. */
  readonly onTitle?: (title: string) => void;
}

export function PayloadPreview({ artifact, value, problem, again, onTitle }: PreviewProps) {
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  if (artifact.contentLength === 0) return <EmptyState title={t('artifact.emptyPayload')} />;
  return (
    <div class="stack">
      <p class="small muted">
        {t('artifact.saysItIs')} <bdi class="mono">{shortenMiddle(value.declared ?? '–', 200)}</bdi>
        {!value.isWhole && ` · ${t('artifact.onlyBeginning')}`}
      </p>
      <Kind loaded={value}>
        <PageView artifact={artifact} {...(onTitle && { onTitle })} />
      </Kind>
    </div>
  );
}

/** Chooses the view of the payload. `children`: view of a page with its styles and images. */
function Kind({ loaded, children }: KindProps & { children: ComponentChildren }) {
  switch (loaded.kind) {
    case 'image':
      return <Picture loaded={loaded} />;
    case 'svg':
      return <Drawing loaded={loaded} />;
    case 'html':
      return <PageOrSource loaded={loaded}>{children}</PageOrSource>;
    case 'text':
      return <Source loaded={loaded} />;
    default:
      return <EmptyState title={t(`artifact.no.${loaded.kind}`)}>{t('artifact.saveInstead')}</EmptyState>;
  }
}

interface KindProps {
  readonly loaded: LoadedPreview;
}

function Picture({ loaded: { bytes, type } }: KindProps) {
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: type! })), [bytes]);
  const isBroken = useSignal(false);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (isBroken.value)
    return <EmptyState title={t('artifact.no.broken')}>{t('artifact.saveInstead')}</EmptyState>;
  return (
    <img
      class="preview-picture"
      src={url}
      alt={t('artifact.picture')}
      onError={() => {
        isBroken.value = true;
      }}
    />
  );
}

/** Shows an SVG image only on request, because rendering it may overload the browser. */
function Drawing({ loaded }: KindProps) {
  const isWanted = useSignal(false);
  if (!isWanted.value)
    return (
      <>
        <div>
          <Button
            onClick={() => {
              isWanted.value = true;
            }}
          >
            {t('artifact.draw')}
          </Button>
        </div>
        <Source loaded={loaded} />
      </>
    );
  return (
    <Frame
      title={t('artifact.picture')}
      html={wrapImageInPage('image/svg+xml', encodeBase64(loaded.bytes))}
    />
  );
}

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8_192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}

function PageOrSource({ loaded, children }: KindProps & { children: ComponentChildren }) {
  const view = useSignal<'page' | 'text' | 'source'>('page');
  return (
    <Tabs
      label={t('artifact.pageViews')}
      tabs={[
        { key: 'page', label: t('artifact.page') },
        { key: 'text', label: t('artifact.text') },
        { key: 'source', label: t('artifact.source') },
      ]}
      current={view.value}
      onChange={(key) => {
        view.value = key as typeof view.value;
      }}
    >
      {view.value === 'page' && children}
      {view.value === 'text' && <ReadableText loaded={loaded} />}
      {view.value === 'source' && <Source loaded={loaded} />}
    </Tabs>
  );
}

function ReadableText({ loaded: { bytes, declared } }: KindProps) {
  const html = useMemo(() => sanitizeHtml(decodeText(bytes, declared)), [bytes]);
  return (
    <div class="stack">
      <p class="small muted">{t('artifact.pageIsRead')}</p>
      <Frame title={t('artifact.text')} html={html} />
    </div>
  );
}

function Source({ loaded: { bytes, declared } }: KindProps) {
  const text = useMemo(() => decodeText(bytes, declared), [bytes]);
  return <PreformattedText>{text}</PreformattedText>;
}

/**
 * Sandboxed frame without an origin. Its content cannot run scripts, load resources, submit forms, open windows or
 * navigate.
 */
function Frame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      class="preview-frame"
      title={title}
      sandbox=""
      referrerpolicy="no-referrer"
      allow=""
      srcdoc={html}
    />
  );
}
