// First steps on an empty node: drop an archive or open the import screen.

import { DropZone } from '../../imports/drop-zone.tsx';
import { pendingDrop } from '../../imports/pending-drop.ts';
import { t } from '../../language/t.ts';
import { Empty } from '../../parts/basic/empty.tsx';
import { formatHref, go } from '../../routing/location.ts';
import { may } from '../../service/clients.ts';

export function FirstSteps() {
  return may('repository', 'addArtifacts') ? (
    <DropPlace />
  ) : (
    <Empty title={t('overview.empty')}>{t('overview.emptyReader')}</Empty>
  );
}

function DropPlace() {
  function handOver(entries: FileSystemEntry[]): void {
    if (entries.length === 0) return;
    pendingDrop.value = entries;
    go('/import');
  }
  return (
    <DropZone label={t('overview.firstSteps')} onEntries={handOver}>
      <Empty
        title={t('overview.dropHere')}
        action={
          <a class="button button-primary" href={formatHref('/import')}>
            {t('overview.toImport')}
          </a>
        }
      >
        {t('overview.dropWhat')}
      </Empty>
    </DropZone>
  );
}
