// What is damaged, why, since when, and what can be done about it.

import type { DamagedArtifact, RepairOutcome } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../language/format.ts';
import { shortened } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ArtifactEvents } from '../../parts/artifact-events.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf, pathOf } from '../../routing/location.ts';
import { may, repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { usePages } from './use-pages.ts';

const PAGE = 50;
const MOST_URL = 600;
const BY_IMPORT: readonly string[] = ['importAgain', 'importWithCompanions'];

export function DamageList() {
  const { pages, problem, loading, totalCount, more, again } = usePages((continuationToken, signal) =>
    repository.getDamage({ limit: PAGE, ...(continuationToken && { continuationToken }) }, { signal }),
  );
  const [repaired, setRepaired] = useState(0);
  const [history, setHistory] = useState<DamagedArtifact | undefined>(undefined);
  if (pages.length === 0) return problem === undefined ? <Loading /> : <Problem of={problem} again={again} />;
  const artifacts = pages.flatMap((page) => page.artifacts);
  const objects = pages[0]!.objects ?? [];
  return (
    <div class="stack">
      {artifacts.length + objects.length === 0 && (
        <Empty title={t('keeping.nothingDamaged')}>{t('keeping.nothingDamagedWhy')}</Empty>
      )}
      {artifacts.length > 0 && (
        <p class="muted">{t('keeping.damagedCount', { count: Math.max(0, (totalCount ?? 0) - repaired) })}</p>
      )}
      <ul class="stack">
        {artifacts.map((artifact) => (
          <Damaged
            key={artifact.uuid}
            artifact={artifact}
            onRepaired={() => setRepaired((count) => count + 1)}
            onHistory={() => setHistory(artifact)}
          />
        ))}
      </ul>
      {problem !== undefined && <Problem of={problem} again={again} />}
      {more !== undefined && (
        <Button busy={loading} onClick={more}>
          {t('keeping.more')}
        </Button>
      )}
      <FaultyObjects objects={objects} />
      <div class="row">
        <Button
          onClick={() => {
            setRepaired(0);
            again();
          }}
        >
          {t('keeping.lookAgain')}
        </Button>
        <CopyAsCurl service="repository" operation="getDamage" input={{ limit: PAGE }} />
      </div>
      {history !== undefined && (
        <Dialog
          title={t('keeping.eventsOf', { uri: shortened(history.uri, MOST_URL) })}
          onClose={() => setHistory(undefined)}
        >
          <ArtifactEvents uuid={history.uuid} namespace={history.namespace} />
        </Dialog>
      )}
    </div>
  );
}

interface DamagedProps {
  readonly artifact: DamagedArtifact;
  readonly onRepaired: () => void;
  readonly onHistory: () => void;
}

function Damaged({ artifact, onRepaired, onHistory }: DamagedProps) {
  const [outcome, setOutcome] = useState<RepairOutcome | undefined>(undefined);
  const { isBusy, problem, run } = useAction();
  const { uuid, namespace, uri, auid, version, contentLength } = artifact;
  const damages = outcome?.damages ?? artifact.damages;
  const isWell = outcome !== undefined && outcome.outcome !== 'damaged';
  const repair = () =>
    run(async () => {
      const repaired = await repository.repairArtifact({ uuid, namespace });
      setOutcome(repaired);
      if (repaired.outcome !== 'damaged') onRepaired();
    });
  return (
    <li class="card stack">
      <div>
        <h2 class="breaks damaged-name">
          <a href={hrefOf(pathOf('/artifacts/:uuid', { uuid }), { namespace })}>{shortened(uri, MOST_URL)}</a>
        </h2>
        <p class="muted small breaks">
          {t('keeping.versionOf', {
            version,
            size: formatBytes(contentLength),
            auid: shortened(auid, MOST_URL),
          })}
        </p>
      </div>
      {!isWell && (
        <ul>
          {damages.map(({ part, reason, found }) => (
            <li key={part}>
              <span class="bad">{t(`keeping.part.${part}`)}</span> {reason}{' '}
              <span class="muted">
                <Time at={found} age />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {outcome !== undefined && <Outcome outcome={outcome} scope={{ namespace, auid }} />}
      </div>
      {problem !== undefined && <Problem of={problem} />}
      <div class="row">
        {!isWell && may('repository', 'repairArtifact') && (
          <Button kind="primary" busy={isBusy} onClick={() => void repair()}>
            {t('keeping.repair')}
          </Button>
        )}
        <Button kind="quiet" onClick={onHistory}>
          {t('keeping.events')}
        </Button>
      </div>
    </li>
  );
}

interface OutcomeProps {
  readonly outcome: RepairOutcome;
  readonly scope: { readonly namespace: string; readonly auid: string };
}

function Outcome({ outcome: { outcome, copy, remedies }, scope }: OutcomeProps) {
  if (outcome !== 'damaged')
    return (
      <p class="good">
        {t(`keeping.outcome.${outcome}`)} {copy !== undefined && <code class="breaks">{copy}</code>}
      </p>
    );
  return (
    <>
      <p class="bad">{t('keeping.outcome.damaged')}</p>
      <ul class="remedies">
        {remedies.map((remedy) => (
          <li key={remedy}>
            {BY_IMPORT.includes(remedy) && may('repository', 'addArtifacts') ? (
              <a href={hrefOf('/import', { ...scope, again: true })}>{t(`keeping.remedy.${remedy}`)}</a>
            ) : (
              t(`keeping.remedy.${remedy}`)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function FaultyObjects({
  objects,
}: {
  objects: readonly { key: string; sizeBytes: number; reason: string }[];
}) {
  if (objects.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('keeping.objects')}</h2>
      <p class="muted">{t('keeping.objectsWhy')}</p>
      <ul class="stack">
        {objects.map(({ key, sizeBytes, reason }) => (
          <li key={key}>
            <code class="breaks">{key}</code> <span class="muted">{formatBytes(sizeBytes)}</span>
            <br />
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
