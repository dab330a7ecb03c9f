// Compares two versions of a capture: their properties, the difference of their texts, and pages side by side.
import type { Artifact } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { CaptureTime } from '../../parts/basic/capture-time.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { loadPreview, loadText } from '../../parts/captures/preview/load-preview.ts';
import { PageView } from '../../parts/captures/preview/page-view.tsx';
import { PayloadPreview } from '../../parts/captures/preview/payload-preview.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { TextDifference } from '../../parts/text/text-difference.tsx';
import { setQuery } from '../../routing/location.ts';
import { useResponse } from '../../service/use-response.ts';
import { loadArtifactProperties } from './load-artifact.ts';

interface CompareProps {
  readonly artifact: Artifact;
  readonly otherUuid: string;
}

export function VersionComparison({ artifact, otherUuid }: CompareProps) {
  const { value, problem, again } = useResponse(
    (signal) => loadBothCaptures(artifact, otherUuid, signal),
    [artifact.uuid, otherUuid],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  const { older, newer, texts, arePages } = value;
  return (
    <div class="stack">
      <div>
        <Button onClick={() => setQuery({ with: undefined })}>{t('artifact.compareOff')}</Button>
      </div>
      <div class="compare-two">
        <Side artifact={older} label={t('artifact.older')} />
        <Side artifact={newer} label={t('artifact.newer')} />
      </div>
      {older.contentDigest === newer.contentDigest ? (
        <EmptyState title={t('artifact.samePayload')} />
      ) : texts === undefined ? (
        <div class="compare-two">
          <CapturePicture artifact={older} />
          <CapturePicture artifact={newer} />
        </div>
      ) : arePages ? (
        <PagesOrSource older={older} newer={newer}>
          <Texts {...texts} />
        </PagesOrSource>
      ) : (
        <Texts {...texts} />
      )}
    </div>
  );
}

interface ComparedText {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * Loads both captures and orders them by date. Version numbers cannot be compared, because the captures may belong to
 * different AUs.
 */
async function loadBothCaptures(artifact: Artifact, otherUuid: string, signal: AbortSignal) {
  const other = await loadArtifactProperties(otherUuid, artifact.namespace, signal);
  const isOlder = other.collectionDate! <= artifact.collectionDate!;
  const [older, newer] = isOlder ? [other, artifact] : [artifact, other];
  if (older.contentDigest === newer.contentDigest) return { older, newer, texts: undefined, arePages: false };
  const [before, after] = await Promise.all([loadText(older, signal), loadText(newer, signal)]);
  const arePages = before?.isPage === true && after?.isPage === true;
  return { older, newer, texts: before && after && { before, after }, arePages };
}

interface SideProps {
  readonly artifact: Artifact;
  readonly label: string;
}

function Side({ artifact: { version, collectionDate, contentLength, contentDigest }, label }: SideProps) {
  return (
    <div class="compare-side">
      <strong>
        {label} · {t('content.versionNumber', { version: version! })}
      </strong>
      <CaptureTime at={collectionDate} />
      <Bytes of={contentLength} />
      <code class="mono small url-text muted">{contentDigest}</code>
    </div>
  );
}

interface PagesOrSourceProps {
  readonly older: Artifact;
  readonly newer: Artifact;
  /** View of the difference between the two sources. */
  readonly children: ComponentChildren;
}

/** Shows the difference of the sources or, in the other tab, the two pages side by side. */
function PagesOrSource({ older, newer, children }: PagesOrSourceProps) {
  const view = useSignal('source');
  return (
    <Tabs
      label={t('artifact.pageViews')}
      tabs={[
        { key: 'source', label: t('artifact.source') },
        { key: 'pages', label: t('artifact.comparePages') },
      ]}
      current={view.value}
      onChange={(key) => {
        view.value = key;
      }}
    >
      {view.value === 'source' ? (
        children
      ) : (
        <div class="compare-two">
          <PageView artifact={older} />
          <PageView artifact={newer} />
        </div>
      )}
    </Tabs>
  );
}

function CapturePicture({ artifact }: { artifact: Artifact }) {
  const preview = useResponse((signal) => loadPreview(artifact, signal), [artifact.uuid]);
  return <PayloadPreview artifact={artifact} {...preview} />;
}

function Texts({ before, after }: { before: ComparedText; after: ComparedText }) {
  return (
    <>
      {!(before.isWhole && after.isWhole) && <p class="small muted">{t('artifact.onlyBeginnings')}</p>}
      <TextDifference older={before.text} newer={after.text} label={t('artifact.comparison')} />
    </>
  );
}
