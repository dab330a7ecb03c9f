// First steps on an empty node: drop an archive or open the import screen.

import { DropZone } from '../../imports/drop-zone.tsx';
import { pendingDrop } from '../../imports/pending-drop.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { formatHref, navigate } from '../../routing/location.ts';
import { canCall } from '../../service/clients.ts';

export function FirstSteps() {
  return canCall('repository', 'addArtifacts') ? (
    <DropPlace />
  ) : (
    <EmptyState title={t('overview.empty')}>{t('overview.emptyReader')}</EmptyState>
  );
}

function DropPlace() {
  function handOver(entries: FileSystemEntry[]): void {
    if (entries.length === 0) return;
    pendingDrop.value = entries;
    navigate('/import');
  }
  return (
    <DropZone label={t('overview.firstSteps')} onEntries={handOver}>
      <EmptyState
        title={t('overview.dropHere')}
        action={
          <a class="button button-primary" href={formatHref('/import')}>
            {t('overview.toImport')}
          </a>
        }
      >
        {t('overview.dropWhat')}
      </EmptyState>
    </DropZone>
  );
}
