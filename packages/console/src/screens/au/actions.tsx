// Actions on one AU. Omits actions that the user's role does not permit.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { yieldBatches } from '../../parts/au/add-dialog.tsx';
import { GroupDialog } from '../../parts/au/group/group-dialog.tsx';
import type { GroupOperation } from '../../parts/au/group/run.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ExportButtons } from '../../parts/captures/export-button.tsx';
import { DEFAULT_NAMESPACE } from '../../parts/captures/scope.ts';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { showToast, toastProblem } from '../../parts/feedback/toasts.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { canCall, configuration } from '../../service/clients.ts';
import type { LoadedAu } from './load-au.ts';

export interface ActionsProps {
  readonly au: LoadedAu;
  /** Namespace with the content of the AU. Undefined if the AU has no content. */
  readonly namespace: string | undefined;
  readonly onChanged: () => void;
}

export function AuActions({ au, namespace, onChanged }: ActionsProps) {
  const { auid, configured, documents } = au;
  const [asked, ask] = useState<GroupOperation | undefined>(undefined);
  const operations = documents === undefined ? [] : listGroupOperations(configured?.isActive);
  return (
    <div class="stack">
      <div class="row" role="toolbar" aria-label={t('au.actions')}>
        {namespace !== undefined && (
          <a
            class="button button-primary"
            href={formatHref(formatPath('/content/:namespace/:auid', { namespace, auid }))}
          >
            {t('au.content')}
          </a>
        )}
        {canCall('repository', 'addArtifacts') && (
          <a
            class="button button-plain"
            href={formatHref('/import', { namespace: namespace ?? DEFAULT_NAMESPACE, auid })}
          >
            {t('au.importInto')}
          </a>
        )}
        {namespace !== undefined && canCall('repository', 'requestCheck') && (
          <a class="button button-plain" href={formatHref('/checks', { start: 1, auid, namespace })}>
            {t('checks.checkNow')}
          </a>
        )}
        {namespace !== undefined && <ExportButtons namespace={namespace} auid={auid} />}
        {configured !== undefined && canCall('configuration', 'updateAuSubstance') && (
          <SubstanceButton auid={auid} onChanged={onChanged} />
        )}
        {operations.map(
          (operation) =>
            canCall('configuration', `${operation}Aus`) && (
              <Button key={operation} onClick={() => ask(operation)}>
                {t(`aus.group.${operation}.do`)}
              </Button>
            ),
        )}
        {configured?.isActive && canCall('configuration', 'enableAuMetadataExtraction') && (
          <MetadataButton
            auid={auid}
            isOn={documents?.state.isMetadataExtractionEnabled !== false}
            onChanged={onChanged}
          />
        )}
        {documents !== undefined && (
          <CopyAsCurl service="configuration" operation="getAuStatus" input={{ auid }} />
        )}
      </div>
      {asked !== undefined && (
        <GroupDialog
          operation={asked}
          count={1}
          batches={() => yieldBatches([auid])}
          onChanged={onChanged}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}

function listGroupOperations(isActive: boolean | undefined): readonly GroupOperation[] {
  if (isActive === undefined) return ['add'];
  return [isActive ? 'deactivate' : 'reactivate', 'delete'];
}

interface ButtonProps {
  readonly auid: string;
  readonly onChanged: () => void;
}

function SubstanceButton({ auid, onChanged }: ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function check(): Promise<void> {
    setBusy(true);
    await reportFailure(async () => {
      const { oldState, newState, errorMessage } = await configuration.updateAuSubstance({ auid });
      if (errorMessage) showToast(errorMessage, { kind: 'bad' });
      else
        showToast(
          t('au.substanceChecked', { before: t(`aus.choice.${oldState}`), now: t(`aus.choice.${newState}`) }),
          {
            kind: 'good',
          },
        );
      onChanged();
    });
    setBusy(false);
  }
  return (
    <Button busy={isBusy} onClick={() => void check()}>
      {t('au.checkSubstance')}
    </Button>
  );
}

function MetadataButton({ auid, isOn, onChanged }: ButtonProps & { readonly isOn: boolean }) {
  const [isBusy, setBusy] = useState(false);
  async function turn(): Promise<void> {
    setBusy(true);
    await reportFailure(async () => {
      const { success, errorMessage } = isOn
        ? await configuration.disableAuMetadataExtraction({ auid })
        : await configuration.enableAuMetadataExtraction({ auid });
      if (!success) showToast(errorMessage ?? t('common.failed'), { kind: 'bad' });
      onChanged();
    });
    setBusy(false);
  }
  return (
    <Button busy={isBusy} onClick={() => void turn()}>
      {t(isOn ? 'au.metadataOff' : 'au.metadataOn')}
    </Button>
  );
}

/** Shows a toast if the promise rejects. */
async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastProblem(error);
  }
}
