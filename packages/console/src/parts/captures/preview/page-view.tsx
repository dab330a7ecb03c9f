// Shows a captured page with its styles and images. The service returns a document without scripts. The browser shows
// it in a sandboxed frame, under the Content-Security-Policy of that response.
import type { Artifact, PageReport } from '@holdfast/api-types';
import { useEffect, useRef } from 'preact/hooks';
import { consoleBase } from '../../../browser/base.ts';
import { formatUtcTime } from '../../../language/format.ts';
import { shortenMiddle } from '../../../language/printable.ts';
import { t } from '../../../language/t.ts';
import { formatHref } from '../../../routing/location.ts';
import { formatCallUrl, repository } from '../../../service/clients.ts';
import { useResponse } from '../../../service/use-response.ts';
import { LoadingIndicator } from '../../basic/loading.tsx';
import { ProblemMessage } from '../../feedback/problem.tsx';
import { formatScopePath } from '../scope.ts';
import { UrlLine } from '../url-text.tsx';

interface PageViewProps {
  readonly artifact: Artifact;
  /** Called with the title of the page when it is known. */
  readonly onTitle?: (title: string) => void;
}

const MAX_URL = 300;

export function PageView({ artifact, onTitle }: PageViewProps) {
  const input = { uuid: artifact.uuid!, namespace: artifact.namespace!, links: consoleBase.pathname };
  const end = useRef<HTMLDivElement>(null);
  // The document in the frame has an opaque origin, so the console cannot read the document. Instead, the console
  // requests a report from the service: the title and the missing resources, or why the page cannot be shown.
  const { value, problem, again } = useResponse(
    (signal) => loadPageReport(input, signal),
    [input.uuid, input.namespace],
  );
  const title = value?.title;
  useEffect(() => {
    if (title !== undefined && title !== '') onTitle?.(title);
  }, [title]);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return (
    <div class="stack">
      <p class="small muted">
        {value.total > 0 && `${t('artifact.resourcesShown', { shown: value.shown, total: value.total })} `}
        {t('artifact.noScripts')}
      </p>
      <Remarks report={value} artifact={artifact} />
      <button type="button" class="skip-link skip-frame" onClick={() => end.current?.focus()}>
        {t('artifact.skipPage')}
      </button>
      {/* With `no-referrer`, the service would not recognize the console after the session has ended, and the browser
          would open its login window. */}
      <iframe
        class="preview-frame page-frame"
        title={t('artifact.pageOf', {
          url: shortenMiddle(artifact.uri!, MAX_URL),
          date: formatUtcTime(artifact.collectionDate),
        })}
        sandbox="allow-top-navigation-by-user-activation"
        referrerpolicy="same-origin"
        allow=""
        src={formatCallUrl({ service: 'repository', operation: 'getArtifactPage', input })}
      />
      <div ref={end} tabIndex={-1}>
        <MissingResources report={value} />
      </div>
    </div>
  );
}

async function loadPageReport(
  input: { uuid: string; namespace: string; links: string },
  signal: AbortSignal,
): Promise<PageReport> {
  const answer = await repository.getArtifactPage(input, { signal, accept: 'application/json' });
  return (await answer.json()) as PageReport;
}

/** Shows how the rendering differs from the original page: meta refresh, frames and a missing end. */
function Remarks({
  report: { refresh, frameset, cut },
  artifact,
}: {
  report: PageReport;
  artifact: Artifact;
}) {
  const path = formatScopePath({ namespace: artifact.namespace!, auid: undefined });
  return (
    <>
      {refresh !== undefined && (
        <p>
          {t('artifact.redirects')}{' '}
          <a href={formatHref(path, { url: refresh.url, at: artifact.collectionDate })}>
            {shortenMiddle(refresh.url, MAX_URL)}
          </a>
        </p>
      )}
      {frameset && <p>{t('artifact.frameset')}</p>}
      {cut && <p>{t('artifact.pageCut')}</p>}
    </>
  );
}

function MissingResources({ report: { missing, shown, total } }: { report: PageReport }) {
  if (missing.length === 0) return null;
  return (
    <details class="missing-resources">
      <summary>{t('artifact.missingList', { count: total - shown })}</summary>
      <ul class="small">
        {missing.map(({ url, kind, reason }, at) => (
          <li key={at}>
            <UrlLine url={url} />
            <span class="muted">
              {t(`artifact.kind.${kind}`)} · {t(`artifact.missing.${reason}`)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
