// Shows the progress and the results of the import, the reason for a pause, and buttons to continue.
import { formatFailuresAsCsv } from '../../imports/failures-csv.ts';
import { countFinishedFiles } from '../../imports/import-progress.ts';
import { importQueue } from '../../imports/imports.ts';
import { type ImportView, importView, isImportRunning } from '../../imports/view.ts';
import { formatBytes, formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ProgressBar } from '../../parts/feedback/progress.tsx';
import { AuImportSection } from './into-aus.tsx';

const STATUSES = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] as const;

export function ImportStatusLine() {
  const view = importView.value;
  const { totalBytes, sentBytes, held, trouble, failed, counts } = view;
  const isRunning = isImportRunning(view);
  return (
    <section class="card stack" aria-label={t('import.status')}>
      <ProgressBar
        label={formatHeadline(view)}
        share={totalBytes === 0 ? 1 : sentBytes / totalBytes}
        text={t('import.sentOf', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })}
      />
      <dl class="import-counts">
        {STATUSES.map((status) => (
          <div key={status} class={status === 'ERROR' && counts.ERROR === 0 ? '' : `count-${status}`}>
            <dt>{t(`import.outcome.${status}`)}</dt>
            <dd class="number">{formatCount(counts[status])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('import.filesInAlready')}</dt>
          <dd class="number">{formatCount(view.inAlready)}</dd>
        </div>
        <div class={failed > 0 ? 'count-ERROR' : ''}>
          <dt>{t('import.filesFailed')}</dt>
          <dd class="number">{formatCount(failed)}</dd>
        </div>
      </dl>
      {held !== undefined && (
        <p class={`notice notice-${held === 'refused' ? 'bad' : 'warning'}`} role="alert">
          {t(`common.import.held.${held}`)} {trouble}
        </p>
      )}
      <div class="row">
        {isRunning && held !== 'stopped' && (
          <Button onClick={() => importQueue.stop()}>{t('import.stop')}</Button>
        )}
        {(held !== undefined || (!isRunning && failed > 0)) && (
          <Button kind="primary" onClick={() => importQueue.resume()}>
            {t(isRunning ? 'import.goOn' : 'import.tryAgain')}
          </Button>
        )}
        {failed + counts.ERROR > 0 && <Button onClick={downloadFailures}>{t('import.failuresCsv')}</Button>}
        {(!isRunning || held === 'stopped') && (
          <Button kind="quiet" onClick={() => importQueue.clear()}>
            {t('import.clear')}
          </Button>
        )}
      </div>
      <AuImportSection />
    </section>
  );
}

function formatHeadline(view: ImportView): string {
  const { files, failed } = view;
  if (isImportRunning(view)) return t('import.doneOf', { done: countFinishedFiles(view), count: files });
  return t(failed > 0 ? 'import.endedWithFailures' : 'import.ended', { count: files });
}

function downloadFailures(): void {
  const failed = importQueue.files.filter(({ state }) =>
    ['brokenOff', 'refused', 'unreadable'].includes(state),
  );
  const files = failed.map(({ path, options: { namespace, auid }, state, trouble }) => ({
    ...{ path, namespace, auid },
    trouble: trouble ?? t(`import.state.${state}`),
  }));
  const csv = formatFailuresAsCsv(files, importQueue.lines.of('ERROR'));
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href, download: 'import-failures.csv' }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
