// Table of an artifact's properties.
import type { Artifact } from '@holdfast/api-types';
import { type ComponentChildren, Fragment } from 'preact';
import { makePrintable } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { CaptureTime } from '../../parts/basic/capture-time.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { formatTimestamp } from '../../parts/captures/replay-link.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';

export function ArtifactPropertyList({ artifact }: { artifact: Artifact }) {
  const { uuid, namespace, auid, uri, version, contentLength, contentDigest, collectionDate, storeDate } =
    artifact;
  const rows: [string, ComponentChildren][] = [
    ['url', <UrlText url={uri!} />],
    ['auid', <bdi class="url-text mono">{makePrintable(auid!)}</bdi>],
    ['namespace', namespace],
    ['uuid', <code class="mono">{uuid}</code>],
    ['version', version],
    ['state', t(artifact.committed ? 'artifact.isCommitted' : 'artifact.isUncommitted')],
    ['size', <Bytes of={contentLength} />],
    ['digest', <code class="mono url-text">{contentDigest}</code>],
    ['captured', <Moment at={collectionDate} />],
    ['stored', <Time at={storeDate} />],
    ['storage', <code class="mono url-text">{artifact.storageUrl}</code>],
    ...(artifact.damaged === undefined
      ? []
      : [['damaged', makePrintable(artifact.damaged)] as [string, string]]),
  ];
  return (
    <div class="stack">
      <dl class="facts">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`artifact.is.${name}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <CopyAsCurl
        service="repository"
        operation="getArtifactDataByMultipart"
        input={{ uuid, namespace, includeContent: 'NEVER' }}
      />
    </div>
  );
}

function Moment({ at }: { at: number | undefined }) {
  return (
    <>
      <CaptureTime at={at} /> {at !== undefined && <code class="mono muted">{formatTimestamp(at)}</code>}
    </>
  );
}
