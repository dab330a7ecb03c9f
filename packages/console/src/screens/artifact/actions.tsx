// Actions on one artifact: download, replay, commit, uncommit, delete. Omits actions that the user's role does not
// permit.
import type { Artifact } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { toFileName } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { DownloadLink } from '../../parts/basic/download.tsx';
import { ExportButton } from '../../parts/captures/export-button.tsx';
import { formatReplayLink } from '../../parts/captures/replay-link.ts';
import { formatScopePath } from '../../parts/captures/scope.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { DeletionDialog } from '../../parts/deletion-dialog.tsx';
import { showToast, toastProblem } from '../../parts/feedback/toasts.tsx';
import { undoDeletion } from '../../parts/undo-deletion.ts';
import { navigate } from '../../routing/location.ts';
import { canCall, formatCallUrl, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

interface ActionsProps {
  readonly artifact: Artifact;
  /** Called after the artifact was changed. */
  readonly onChange: () => void;
  /** Called after a request to delete the artifact was filed. */
  readonly onDeletionRequested: () => void;
}

export function ArtifactActions({ artifact, onChange, onDeletionRequested }: ActionsProps) {
  const { uuid, namespace, auid, uri, committed } = artifact;
  const asked = { uuid: uuid!, namespace: namespace! };
  const fileName = `${namespace}:${uuid}.warc.gz`;
  const selected = { auid: auid!, url: uri! };
  return (
    <div class="artifact-actions">
      {committed && <ReplayLink artifact={artifact} />}
      <DownloadLink
        href={formatCallUrl({ service: 'repository', operation: 'getArtifactDataByPayload', input: asked })}
        name={toFileName(uri!, uuid!)}
      >
        {t('artifact.savePayload')}
      </DownloadLink>
      <DownloadLink
        href={formatCallUrl({ service: 'repository', operation: 'getArtifactDataByResponse', input: asked })}
        name={`${uuid}.http`}
      >
        {t('artifact.saveResponse')}
      </DownloadLink>
      <DownloadLink
        href={formatCallUrl({
          service: 'repository',
          operation: 'getWarcArchive',
          input: { fileName, records: 'all' },
        })}
        name={`${uuid}.warc.gz`}
      >
        WARC
      </DownloadLink>
      {committed && <ExportButton namespace={namespace!} ending="wacz" selected={selected} label="WACZ" />}
      <CommitButton artifact={artifact} onChange={onChange} />
      <DeleteButton artifact={artifact} onDeletionRequested={onDeletionRequested} />
    </div>
  );
}

function ReplayLink({ artifact: { namespace, uri, collectionDate } }: { artifact: Artifact }) {
  const { value } = useResponse((signal) => repository.getReplayLink({}, { signal }), []);
  if (value?.template === undefined) return null;
  const href = formatReplayLink(value.template, {
    namespace: namespace!,
    url: uri!,
    collectionMs: collectionDate!,
  });
  return (
    <a class="button button-primary" href={href} target="_blank" rel="noopener noreferrer">
      {t('artifact.replay')}
    </a>
  );
}

function CommitButton({
  artifact: { uuid, namespace, committed },
  onChange,
}: Omit<ActionsProps, 'onDeletionRequested'>) {
  const isBusy = useSignal(false);
  if (!canCall('repository', 'updateArtifact')) return null;
  async function commit(): Promise<void> {
    isBusy.value = true;
    try {
      await repository.updateArtifact({ uuid: uuid!, namespace: namespace!, committed: !committed });
      showToast(t(committed ? 'artifact.takenBack' : 'artifact.committedNow'), { kind: 'good' });
      onChange();
    } catch (error) {
      toastProblem(error);
    } finally {
      isBusy.value = false;
    }
  }
  return (
    <Button busy={isBusy.value} onClick={() => void commit()}>
      {t(committed ? 'artifact.takeBack' : 'artifact.commit')}
    </Button>
  );
}

function DeleteButton({ artifact, onDeletionRequested }: Omit<ActionsProps, 'onChange'>) {
  const { uuid, namespace, auid, uri, version } = artifact;
  const isAsked = useSignal(false);
  if (!canCall('repository', 'deleteArtifact')) return null;
  const close = () => {
    isAsked.value = false;
  };
  return (
    <>
      <Button
        kind="danger"
        onClick={() => {
          isAsked.value = true;
        }}
      >
        {t('artifact.delete')}
      </Button>
      {isAsked.value && (
        <DeletionDialog
          uuid={uuid!}
          namespace={namespace!}
          title={t('artifact.deleteTitle')}
          onClose={close}
          onRequested={onDeletionRequested}
          onDeleted={({ number }) => {
            const undo = () => undoDeletion(number).catch(toastProblem);
            const action = { label: t('keeping.undo'), onClick: () => void undo() };
            showToast(t('artifact.deleted'), { kind: 'good', action });
            navigate(
              `${formatScopePath({ namespace: namespace!, auid })}?${new URLSearchParams({ url: uri! })}`,
              {
                replace: true,
              },
            );
          }}
        >
          <p>{t('artifact.deleteWhat', { version: version! })}</p>
          <p>
            <UrlText url={uri!} most={600} />
          </p>
        </DeletionDialog>
      )}
    </>
  );
}
