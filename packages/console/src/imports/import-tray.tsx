// Shows the progress of running imports on every screen except the import screen.
import { formatShare } from '../language/format.ts';
import { t } from '../language/t.ts';
import { ProgressBar } from '../parts/feedback/progress.tsx';
import { currentPath, formatHref } from '../routing/location.ts';
import { importView, isImportRunning } from './view.ts';

export function ImportTray() {
  const view = importView.value;
  if (!isImportRunning(view) || currentPath.value === '/import') return null;
  const share = view.totalBytes === 0 ? undefined : view.sentBytes / view.totalBytes;
  const left = view.waiting + view.active;
  return (
    <a class="import-tray" href={formatHref('/import')} title={t('common.import.open')}>
      <ProgressBar
        label={
          view.held === undefined
            ? t('common.import.underWay', { count: left })
            : t(`common.import.held.${view.held}`)
        }
        share={share}
        text={formatShare(share, 0)}
      />
    </a>
  );
}
