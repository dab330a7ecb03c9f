// Lists the versions of a URL in an AU or a namespace, latest first. Two versions can be selected for comparison.
import type { Artifact } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { formatPath, navigate } from '../../routing/location.ts';
import { repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { AuName } from '../au/au-name.tsx';
import { Button } from '../basic/button.tsx';
import { Bytes } from '../basic/bytes.tsx';
import { CaptureTime } from '../basic/capture-time.tsx';
import { EmptyState } from '../basic/empty.tsx';
import { LoadingIndicator } from '../basic/loading.tsx';
import { ProblemMessage } from '../feedback/problem.tsx';
import { type ContentScope, formatArtifactHref } from './scope.ts';

interface VersionsProps {
  readonly scope: ContentScope;
  readonly url: string;
  /** UUID of the artifact on the current screen. */
  readonly current?: string;
}

const MOST = 500;

/** Returns the call that requests the versions. */
export function makeVersionsCall({ namespace, auid }: ContentScope, url: string) {
  const input = { namespace, url, limit: MOST };
  return auid === undefined
    ? ({
        service: 'repository',
        operation: 'getArtifactsFromAllAus',
        input: { ...input, versions: 'all' },
      } as const)
    : ({
        service: 'repository',
        operation: 'getArtifacts',
        input: { ...input, auid, version: 'all', includeUncommitted: true },
      } as const);
}

export function CaptureVersions({ scope, url, current }: VersionsProps) {
  const { value, problem, again } = useResponse(
    (signal) => loadVersions(scope, url, signal),
    [JSON.stringify([scope, url])],
  );
  const chosen = useSignal<readonly string[]>([]);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  if (value.artifacts.length === 0) return <EmptyState title={t('content.nothing')} />;
  const [older, newer] = value.artifacts
    .filter(({ uuid }) => chosen.value.includes(uuid!))
    .sort((one, other) => one.collectionDate! - other.collectionDate!);
  const choose = (uuid: string) => {
    const others = chosen.value.filter((one) => one !== uuid);
    chosen.value = others.length < chosen.value.length ? others : [...others, uuid].slice(-2);
  };
  const compare = (one: Artifact, other: Artifact) =>
    navigate(
      formatQueryHref(formatPath('/artifacts/:uuid', { uuid: other.uuid! }), {
        namespace: scope.namespace,
        with: one.uuid!,
      }),
    );
  return (
    <div class="stack">
      {value.artifacts.length > 1 && (
        <div class="row compare-bar">
          <Button disabled={newer === undefined} onClick={() => compare(older!, newer!)}>
            {t('content.compare')}
          </Button>
          {newer === undefined && <span class="small muted">{t('content.compareHow')}</span>}
        </div>
      )}
      <ul class="versions">
        {value.artifacts.map((artifact) => (
          <Version
            key={artifact.uuid}
            artifact={artifact}
            showAu={scope.auid === undefined}
            isCurrent={artifact.uuid === current}
            isChosen={chosen.value.includes(artifact.uuid!)}
            onChoose={value.artifacts.length > 1 ? () => choose(artifact.uuid!) : undefined}
          />
        ))}
      </ul>
      {value.total > value.artifacts.length && (
        <p class="small muted">
          {t('content.firstVersions', { shown: value.artifacts.length, count: value.total })}
        </p>
      )}
    </div>
  );
}

/** Returns a path with a query, relative to the console. */
function formatQueryHref(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

interface VersionProps {
  readonly artifact: Artifact;
  readonly showAu: boolean;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (() => void) | undefined;
}

function Version({ artifact, showAu, isCurrent, isChosen, onChoose }: VersionProps) {
  const { uuid, namespace, auid, version, collectionDate, contentLength, contentDigest, committed, damaged } =
    artifact;
  const name = t('content.versionNumber', { version: version! });
  return (
    <li class={`version${isCurrent ? ' version-current' : ''}`}>
      {onChoose && (
        <input
          type="checkbox"
          aria-label={t('content.chooseVersion', { version: version! })}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <div class="version-what">
        <a href={formatArtifactHref(uuid!, namespace!)} aria-current={isCurrent ? 'true' : undefined}>
          {name} · <CaptureTime at={collectionDate} />
        </a>
        <span class="small muted">
          <Bytes of={contentLength} /> ·{' '}
          <code class="mono">{contentDigest?.slice(0, 'SHA-256:'.length + 12)}…</code>
        </span>
        {showAu && (
          <span class="small cut">
            <AuName auid={auid!} namespace={namespace} link />
          </span>
        )}
        {!committed && <span class="badge badge-warning">{t('content.uncommitted')}</span>}
        {damaged !== undefined && (
          <span class="badge badge-bad" title={damaged}>
            {t('content.damaged')}
          </span>
        )}
      </div>
    </li>
  );
}

async function loadVersions(
  { namespace, auid }: ContentScope,
  url: string,
  signal: AbortSignal,
): Promise<{ artifacts: readonly Artifact[]; total: number }> {
  const query = { namespace, url, limit: MOST };
  const { artifacts, pageInfo } =
    auid === undefined
      ? await repository.getArtifactsFromAllAus({ ...query, versions: 'all' }, { signal })
      : await repository.getArtifacts(
          { ...query, auid, version: 'all', includeUncommitted: true },
          { signal },
        );
  return {
    artifacts: auid === undefined ? sortLatestFirst(artifacts) : artifacts,
    total: pageInfo.totalCount,
  };
}

/** Sorts by date, because version numbers of different AUs are not comparable. */
const sortLatestFirst = (artifacts: readonly Artifact[]): readonly Artifact[] =>
  artifacts.toSorted((one, other) => other.collectionDate! - one.collectionDate!);
