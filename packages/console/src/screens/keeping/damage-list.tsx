// List of all known damage. Users can repair each damaged artifact.

import type { DamagedArtifact } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ArtifactEvents } from '../../parts/artifact-events.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { DamageCard } from '../../parts/captures/damage-card.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { repository } from '../../service/clients.ts';
import { usePagedList } from '../../service/use-paged-list.ts';

const PAGE = 50;
const MAX_URL = 600;

export function DamageList() {
  const [objects, setObjects] = useState<readonly DamagedObject[]>([]);
  const {
    rows: artifacts,
    total,
    more,
    problem,
    loading,
    again,
  } = usePagedList(async (continuationToken, signal) => {
    const found = await repository.getDamage(
      { limit: PAGE, ...(continuationToken && { continuationToken }) },
      { signal },
    );
    if (continuationToken === undefined) setObjects(found.objects ?? []);
    const { totalCount, continuationToken: token } = found.pageInfo;
    return { rows: found.artifacts, token, total: totalCount };
  }, []);
  const [repaired, setRepaired] = useState(0);
  const [history, setHistory] = useState<DamagedArtifact | undefined>(undefined);
  if (total === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      {artifacts.length + objects.length === 0 && (
        <EmptyState title={t('keeping.nothingDamaged')}>{t('keeping.nothingDamagedWhy')}</EmptyState>
      )}
      {artifacts.length > 0 && (
        <p class="muted">{t('keeping.damagedCount', { count: Math.max(0, total - repaired) })}</p>
      )}
      <ul class="stack">
        {artifacts.map((artifact) => (
          <DamageCard
            key={artifact.uuid}
            artifact={artifact}
            onRepaired={() => setRepaired((count) => count + 1)}
            onHistory={() => setHistory(artifact)}
          />
        ))}
      </ul>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
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
          title={t('keeping.eventsOf', { uri: shortenMiddle(history.uri, MAX_URL) })}
          onClose={() => setHistory(undefined)}
        >
          <ArtifactEvents uuid={history.uuid} namespace={history.namespace} />
        </Dialog>
      )}
    </div>
  );
}

interface DamagedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly reason: string;
}

function FaultyObjects({ objects }: { objects: readonly DamagedObject[] }) {
  if (objects.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('keeping.objects')}</h2>
      <p class="muted">{t('keeping.objectsWhy')}</p>
      <p>
        {t('keeping.objectsRemedy', { repair: './holdfast keep repair', sweep: './holdfast keep sweep' })}
      </p>
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
