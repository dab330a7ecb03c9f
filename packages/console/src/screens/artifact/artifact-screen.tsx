// Screen of one capture: its head, preview, properties, headers, records, other versions, and actions.
import type { Artifact, ArtifactOverview, DamagedArtifact, Deletion } from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';
import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ArtifactEvents } from '../../parts/artifact-events.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { DamageCard } from '../../parts/captures/damage-card.tsx';
import { type LoadedPreview, loadPreview } from '../../parts/captures/preview/load-preview.ts';
import { PayloadPreview } from '../../parts/captures/preview/payload-preview.tsx';
import { CaptureVersions } from '../../parts/captures/versions.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Holds } from '../../parts/holds.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall, repository } from '../../service/clients.ts';
import { type ResponseState, useResponse } from '../../service/use-response.ts';
import { ArtifactActions } from './actions.tsx';
import { CaptureHead } from './capture-head.tsx';
import { CaptureNavigation } from './capture-navigation.tsx';
import { VersionComparison } from './compare.tsx';
import { DeletedArtifactView } from './deleted-artifact.tsx';
import { ArtifactPropertyList } from './properties.tsx';
import { ArtifactRecords } from './records.tsx';

const TABS = ['preview', 'properties', 'headers', 'records', 'versions', 'events'] as const;

const DAMAGE_EVERY_MS = 5_000;

export default function ArtifactScreen({ params, query }: ScreenProps) {
  const namespace = query.get('namespace') ?? undefined;
  const asked = { uuid: params.uuid!, ...(namespace !== undefined && { namespace }) };
  // Keeps the capture on the screen while the next one loads, so that the page does not jump.
  const { value, problem, again } = useResponse(
    (signal) => repository.getArtifactOverview(asked, { signal }),
    [params.uuid, namespace],
    { keep: true },
  );
  if (problem !== undefined)
    return (
      <div class="stack">
        <h1>{t('artifact.title')}</h1>
        <ProblemMessage of={problem} again={again} />
        <DeletedArtifactView uuid={params.uuid!} namespace={namespace} onRestored={again} />
      </div>
    );
  if (value === undefined) return <LoadingIndicator />;
  return <ArtifactView key={value.artifact.uuid} overview={value} query={query} onChange={again} />;
}

/** Returns the recorded damage of an artifact. Returns undefined if none is recorded or the user may not request it. */
async function findDamage({ uuid }: Artifact, signal: AbortSignal): Promise<DamagedArtifact | undefined> {
  if (!canCall('repository', 'getDamage')) return undefined;
  const { artifacts } = await repository.getDamage({ uuid: uuid! }, { signal });
  return artifacts[0];
}

/**
 * Returns the open request to delete an artifact. Returns undefined if there is none or the user may not request it.
 */
async function findDeletionRequest({ uuid }: Artifact, signal: AbortSignal): Promise<Deletion | undefined> {
  if (!canCall('repository', 'getDeletions')) return undefined;
  const asked = { uuid: uuid!, state: 'requested', limit: 1 } as const;
  const { deletions } = await repository.getDeletions(asked, { signal });
  return deletions[0];
}

interface ArtifactViewProps {
  readonly overview: ArtifactOverview;
  readonly query: URLSearchParams;
  /** Called after the artifact was changed. */
  readonly onChange: () => void;
}

function ArtifactView({ overview, query, onChange }: ArtifactViewProps) {
  const { artifact } = overview;
  const title = useSignal<string | undefined>(undefined);
  const preview = useResponse((signal) => loadPreview(artifact, signal), [artifact.uuid]);
  const isUnread = preview.problem !== undefined;
  // After a failed read, requests the damage report again, because the service may have recorded damage during that
  // read.
  const damage = useResponse((signal) => findDamage(artifact, signal), [artifact.uuid, isUnread], {
    keep: true,
    ...(isUnread && { everyMs: DAMAGE_EVERY_MS }),
  });
  const deletion = useResponse((signal) => findDeletionRequest(artifact, signal), [artifact.uuid]);
  const isDamaged = overview.condition === 'damaged' || damage.value !== undefined;
  const other = query.get('with') ?? undefined;
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'preview';
  const scope = { namespace: artifact.namespace!, auid: artifact.auid! };
  const afterRepair = () => {
    preview.again();
    onChange();
  };
  return (
    <div class="stack artifact">
      <CaptureHead overview={overview} title={title.value} deletionRequest={deletion.value} />
      {damage.value !== undefined && (
        <ul>
          <DamageCard
            artifact={damage.value}
            onRepaired={afterRepair}
            onHistory={() => setQuery({ tab: 'events' })}
          />
        </ul>
      )}
      <CaptureNavigation overview={overview} tab={query.get('tab') ?? undefined} />
      <ArtifactActions artifact={artifact} onChange={onChange} onDeletionRequested={deletion.again} />
      {other !== undefined ? (
        <VersionComparison artifact={artifact} otherUuid={other} />
      ) : (
        <Tabs
          label={t('artifact.views')}
          tabs={TABS.map((key) => ({ key, label: t(`artifact.${key}`) }))}
          current={tab}
          onChange={(key) => setQuery({ tab: key === 'preview' ? undefined : key })}
        >
          {tab === 'preview' && (
            <ReadableContent problem={preview.problem} isDamaged={isDamaged}>
              <PayloadPreview
                artifact={artifact}
                {...preview}
                onTitle={(found) => {
                  title.value = found;
                }}
              />
            </ReadableContent>
          )}
          {tab === 'properties' && <ArtifactPropertyList artifact={artifact} />}
          {tab === 'headers' && (
            <ReadableContent problem={preview.problem} isDamaged={isDamaged}>
              <Headers {...preview} />
            </ReadableContent>
          )}
          {tab === 'records' && <ArtifactRecords artifact={artifact} />}
          {tab === 'events' && <ArtifactEvents uuid={artifact.uuid!} namespace={artifact.namespace!} />}
          {tab === 'versions' && (
            <CaptureVersions scope={scope} url={artifact.uri!} current={artifact.uuid!} />
          )}
        </Tabs>
      )}
      <Holds subject={{ uuid: artifact.uuid!, auid: scope.auid, namespaces: [scope.namespace] }} />
    </div>
  );
}

interface ReadableContentProps {
  readonly problem: unknown;
  readonly isDamaged: boolean;
  readonly children: ComponentChildren;
}

/**
 * Shows the content of a capture. If the capture is damaged and cannot be read, explains this instead of showing the
 * error of the request. The damage card offers a repair.
 */
function ReadableContent({ problem, isDamaged, children }: ReadableContentProps) {
  if (isDamaged && isBadGateway(problem)) return <p class="muted">{t('artifact.unreadable')}</p>;
  return <div>{children}</div>;
}

/** Returns whether the service could not read the content. */
const isBadGateway = (problem: unknown): boolean => problem instanceof ServiceError && problem.status === 502;

/** Limits for displaying the header of the captured HTTP response. */
const MAX_VALUE = 4_000;
const MAX_FIELDS = 500;

function Headers({ value, problem, again }: ResponseState<LoadedPreview>) {
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  const { head } = value;
  if (head === undefined)
    return <EmptyState title={t('artifact.noHead')}>{t('artifact.noHeadWhy')}</EmptyState>;
  return (
    <div class="stack">
      <p>
        <code class="mono url-text">{shortenMiddle(head.statusLine, MAX_VALUE)}</code>
      </p>
      <dl class="facts">
        {head.fields.slice(0, MAX_FIELDS).map(({ name, value: content }, at) => (
          <Fragment key={`${at}`}>
            <dt>
              <bdi class="url-text">{name === '' ? '–' : makePrintable(name)}</bdi>
            </dt>
            <dd>
              <bdi class="mono url-text">{shortenMiddle(content, MAX_VALUE)}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
