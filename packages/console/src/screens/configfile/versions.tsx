// List of the versions of a configuration file. A version can be compared with the current file, or restored as a new
// version. Restoring fails if someone else has changed the file.
import type { ConfigFileVersion } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TextDifference } from '../../parts/text/text-difference.tsx';
import { canCall, configuration } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { usePagedList } from '../../service/use-paged-list.ts';
import { useResponse } from '../../service/use-response.ts';
import { type StoredFile, storeFile } from './stored-file.ts';

interface FileVersionsProps {
  readonly section: string;
  /** Current version of the file. */
  readonly file: StoredFile;
  readonly onRestored: () => void;
}

const PAGE = 20;

export function FileVersions({ section, file, onRestored }: FileVersionsProps) {
  const { rows, more, problem, loading, again } = usePagedList(
    async (continuationToken, signal) => {
      const page = await configuration.getSectionVersions(
        { sectionName: section, limit: PAGE, ...(continuationToken && { continuationToken }) },
        { signal },
      );
      return { rows: page.versions, token: page.continuationToken };
    },
    [section, file.modifiedMs],
  );
  const [compared, compare] = useState<ConfigFileVersion | undefined>(undefined);
  return (
    <section class="card stack">
      <h2>{t('configfile.versions')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {rows.length === 0 && loading && <LoadingIndicator />}
      {rows.length > 0 && (
        <ScrollRegion label={t('configfile.versions')}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{t('configfile.version')}</th>
                <th scope="col">{t('configfile.modified')}</th>
                <th scope="col">{t('configfile.by')}</th>
                <th scope="col">{t('configfile.size')}</th>
                <th scope="col">
                  <span class="only-read">{t('configfile.compare')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={row.version}>
                  <td class="nowrap" data-head={t('configfile.version')}>
                    {row.version}
                  </td>
                  <td class="nowrap" data-head={t('configfile.modified')}>
                    <Time at={row.modified} />
                  </td>
                  <td data-head={t('configfile.by')}>{row.user}</td>
                  <td class="nowrap" data-head={t('configfile.size')}>
                    <Bytes of={row.size} />
                  </td>
                  <td>
                    {index === 0 ? (
                      <span class="badge">{t('configfile.current')}</span>
                    ) : (
                      <Button kind="quiet" onClick={() => compare(row)}>
                        {t('configfile.compare')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {more !== undefined && (
        <div>
          <Button busy={loading} onClick={more}>
            {t('configfile.moreVersions')}
          </Button>
        </div>
      )}
      {compared !== undefined && (
        <VersionDialog
          section={section}
          version={compared.version}
          file={file}
          onClose={() => compare(undefined)}
          onRestored={onRestored}
        />
      )}
    </section>
  );
}

interface VersionDialogProps extends FileVersionsProps {
  readonly version: number;
  readonly onClose: () => void;
}

function VersionDialog({ section, version, file, onClose, onRestored }: VersionDialogProps) {
  const content = useResponse(
    async (signal) => {
      const answer = await configuration.getSectionVersion(
        { sectionName: section, version },
        { signal, accept: 'application/octet-stream' },
      );
      const bytes = await answer.blob();
      return { bytes, text: await bytes.text() };
    },
    [section, version],
  );
  const { isBusy, problem, run } = useAction();
  const mayRestore = canCall('configuration', 'putSectionConfiguration');
  const restore = () =>
    run(async () => {
      await storeFile(section, content.value!.bytes, file.etag);
      showToast(t('configfile.restored', { version: String(version) }), { kind: 'good' });
      onClose();
      onRestored();
    });
  return (
    <Dialog
      wide
      title={t('configfile.versionTitle', { version: String(version) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {mayRestore && (
            <Button
              kind="primary"
              busy={isBusy}
              disabled={content.value === undefined}
              onClick={() => void restore()}
            >
              {t('configfile.restore')}
            </Button>
          )}
        </>
      }
    >
      {content.problem !== undefined && <ProblemMessage of={content.problem} again={content.again} />}
      {problem !== undefined && <ProblemMessage of={problem} />}
      {content.value === undefined && content.problem === undefined && <LoadingIndicator />}
      {content.value !== undefined && (
        <TextDifference
          older={file.text}
          newer={content.value.text}
          label={t('configfile.versionTitle', { version: String(version) })}
        />
      )}
    </Dialog>
  );
}
