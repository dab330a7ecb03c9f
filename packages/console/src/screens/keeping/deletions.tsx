// Deletions by users: the open requests with their decisions, and the list of all deletions.
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { undoDeletion } from '../../parts/undo-deletion.ts';
import { repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { usePagedList } from '../../service/use-paged-list.ts';
import { useResponse } from '../../service/use-response.ts';
import { ArtifactLinks } from './artifact-links.tsx';
import { DeletionRequest } from './deletion-request.tsx';

const PAGE = 100;

export function DeletionList() {
  const all = usePagedList(async (continuationToken, signal) => {
    const input = { limit: PAGE, ...(continuationToken && { continuationToken }) };
    const { deletions, pageInfo } = await repository.getDeletions(input, { signal });
    return { rows: deletions, token: pageInfo.continuationToken, total: pageInfo.totalCount };
  }, []);
  const { rows: deletions, total, problem, again } = all;
  if (total === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      <OpenRequests onDecided={again} />
      {deletions.length === 0 && (
        <EmptyState title={t('keeping.deletions.none')}>{t('keeping.deletions.noneWhy')}</EmptyState>
      )}
      {deletions.length > 0 && (
        <section class="card">
          <h2>{t('keeping.deletions.all')}</h2>
          <ScrollRegion label={t('keeping.deletions.all')}>
            <table class="stacked">
              <thead>
                <tr>
                  <th scope="col">{t('keeping.purgedAt')}</th>
                  <th scope="col">{t('keeping.purgedBy')}</th>
                  <th scope="col">{t('keeping.purgedWhy')}</th>
                  <th scope="col">{t('keeping.purgedWhat')}</th>
                  <th scope="col">{t('keeping.deletions.state')}</th>
                </tr>
              </thead>
              <tbody>
                {deletions.map(({ number, namespace, auid, kind, state, count, ...deletion }) => (
                  <tr key={number}>
                    <td class="nowrap" data-head={t('keeping.purgedAt')}>
                      <Time at={deletion.requested} />
                    </td>
                    <td data-head={t('keeping.purgedBy')}>{deletion.by}</td>
                    <td class="breaks" data-head={t('keeping.purgedWhy')}>
                      {deletion.reason ?? t('keeping.deletions.noReason')}
                    </td>
                    <td class="breaks">
                      {t(`keeping.deletions.kind.${kind}`)} · {t('keeping.artifactCount', { count })}
                      <br />
                      <span class="small">
                        <AuName auid={auid} namespace={namespace} link />
                      </span>
                      {count === 1 && <ArtifactLinks artifacts={deletion.artifacts} namespace={namespace} />}
                    </td>
                    <td class="breaks deletion-state" data-head={t('keeping.deletions.state')}>
                      {t(`keeping.deletions.state.${state}`)}
                      {deletion.undoneBy !== undefined && (
                        <p class="small muted">{t('keeping.eventBy', { name: deletion.undoneBy })}</p>
                      )}
                      {deletion.undoable && <UndoButton number={number} onUndone={again} />}
                      {deletion.decidedBy !== undefined && (
                        <p class="small muted">{t('keeping.eventBy', { name: deletion.decidedBy })}</p>
                      )}
                      {deletion.decisionReason !== undefined && (
                        <p class="small muted">{deletion.decisionReason}</p>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      )}
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <div class="row">
        {all.more !== undefined && (
          <Button busy={all.loading} onClick={all.more}>
            {t('keeping.more')}
          </Button>
        )}
        <CopyAsCurl service="repository" operation="getDeletions" input={{ limit: PAGE }} />
      </div>
    </div>
  );
}

function UndoButton({ number, onUndone }: { number: number; onUndone: () => void }) {
  const undoing = useAction();
  const undo = () =>
    undoing.run(async () => {
      await undoDeletion(number);
      onUndone();
    });
  return (
    <>
      <Button kind="quiet" busy={undoing.isBusy} onClick={() => void undo()}>
        {t('keeping.undo')}
      </Button>
      {undoing.problem !== undefined && <ProblemMessage of={undoing.problem} />}
    </>
  );
}

/** Shows the latest open requests. Renders nothing if there are none. */
function OpenRequests({ onDecided }: { onDecided: () => void }) {
  const { value, problem, again } = useResponse(
    (signal) => repository.getDeletions({ state: 'requested', limit: PAGE }, { signal }),
    [],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined || value.deletions.length === 0) return null;
  const decided = () => {
    again();
    onDecided();
  };
  return (
    <section class="stack" aria-label={t('keeping.deletions.open')}>
      <h2>{t('keeping.deletions.open')}</h2>
      <ul class="stack">
        {value.deletions.map((request) => (
          <DeletionRequest key={request.number} request={request} onDecided={decided} />
        ))}
      </ul>
    </section>
  );
}
