// Shows who deleted an artifact, when and why, and its history.
import type { ArtifactEvent } from '@holdfast/api-types';
import { t, translateRich } from '../../language/t.ts';
import { ArtifactEvents } from '../../parts/artifact-events.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { undoDeletion } from '../../parts/undo-deletion.ts';
import { canCall, repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';

interface DeletedArtifactViewProps {
  readonly uuid: string;
  readonly namespace: string | undefined;
  /** Called when the artifact exists again. */
  readonly onRestored: () => void;
}

/** Renders nothing if the artifact has never existed. */
export function DeletedArtifactView({ uuid, namespace, onRestored }: DeletedArtifactViewProps) {
  const input = { uuid, ...(namespace !== undefined && { namespace }) };
  const { value } = useResponse(
    (signal) => repository.getArtifactEvents(input, { signal }),
    [uuid, namespace],
  );
  if (value === undefined) return null;
  const end = value.events.findLast(({ event }) => event === 'deleted' || event === 'purged');
  return (
    <>
      {end !== undefined && <DeletionCard event={end} />}
      {canCall('repository', 'undoDeletion') && <UndoDeletionButton uuid={uuid} onUndone={onRestored} />}
      <section class="card">
        <ArtifactEvents {...input} />
      </section>
    </>
  );
}

function DeletionCard({ event: { at, by, detail, approvedBy } }: { event: ArtifactEvent }) {
  const time = <Time at={at} />;
  return (
    <section class="card stack" aria-label={t('keeping.event.deleted')}>
      <p>
        {by === undefined
          ? translateRich('keeping.gone.unnamed', { time })
          : translateRich('keeping.gone.by', { name: <bdi>{by}</bdi>, time })}
      </p>
      {detail !== undefined && <p class="breaks">{t('keeping.gone.why', { reason: detail })}</p>}
      {approvedBy !== undefined && <p class="small">{t('keeping.eventApproved', { name: approvedBy })}</p>}
    </section>
  );
}

/** Button that undoes the latest deletion. Renders nothing if the deletion cannot be undone. */
function UndoDeletionButton({ uuid, onUndone }: { uuid: string; onUndone: () => void }) {
  const { value } = useResponse((signal) => repository.getDeletions({ uuid, limit: 1 }, { signal }), [uuid]);
  const undoing = useAction();
  const deletion = value?.deletions[0];
  if (deletion?.undoable !== true) return null;
  const undo = () =>
    undoing.run(async () => {
      await undoDeletion(deletion.number);
      onUndone();
    });
  return (
    <div class="stack">
      <p>{t('keeping.undoWhat', { count: deletion.count })}</p>
      <div>
        <Button busy={undoing.isBusy} onClick={() => void undo()}>
          {t('keeping.undo')}
        </Button>
      </div>
      {undoing.problem !== undefined && <ProblemMessage of={undoing.problem} />}
    </div>
  );
}
