// Card of a damaged artifact: what is damaged and why, since when, and how to repair it.
import type { DamagedArtifact, RepairOutcome } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t, translateRich } from '../../language/t.ts';
import { formatHref, formatPath } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { AuName } from '../au/au-name.tsx';
import { Button } from '../basic/button.tsx';
import { Time } from '../basic/time.tsx';
import { ProblemMessage } from '../feedback/problem.tsx';

const MAX_URL = 600;
const BY_IMPORT: readonly string[] = ['importAgain', 'importWithCompanions'];

interface DamageCardProps {
  readonly artifact: DamagedArtifact;
  readonly onRepaired: () => void;
  readonly onHistory: () => void;
}

export function DamageCard({ artifact, onRepaired, onHistory }: DamageCardProps) {
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
          <a href={formatHref(formatPath('/artifacts/:uuid', { uuid }), { namespace })}>
            {shortenMiddle(uri, MAX_URL)}
          </a>
        </h2>
        <p class="muted small breaks">
          {translateRich('keeping.versionOf', {
            version,
            size: formatBytes(contentLength),
            auid: <AuName auid={auid} namespace={namespace} link />,
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
      {problem !== undefined && <ProblemMessage of={problem} />}
      <div class="row">
        {!isWell && canCall('repository', 'repairArtifact') && (
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

function Outcome({ outcome: { outcome, copy, peer, remedies }, scope }: OutcomeProps) {
  const source = copy ?? peer;
  if (outcome !== 'damaged')
    return (
      <p class="good">
        {t(`keeping.outcome.${outcome}`)} {source !== undefined && <code class="breaks">{source}</code>}
      </p>
    );
  return (
    <>
      <p class="bad">{t('keeping.outcome.damaged')}</p>
      <ul class="remedies">
        {remedies.map((remedy) => (
          <li key={remedy}>
            {BY_IMPORT.includes(remedy) && canCall('repository', 'addArtifacts') ? (
              <a href={formatHref('/import', { ...scope, again: true })}>{t(`keeping.remedy.${remedy}`)}</a>
            ) : (
              t(`keeping.remedy.${remedy}`)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
