// Screen of the import, where users choose files and options, watch the progress, inspect records, and see past
// imports.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  discardGatheredFiles,
  gatherDroppedEntries,
  gatheredFiles,
  importQueue,
} from '../../imports/imports.ts';
import { takePendingDrop } from '../../imports/pending-drop.ts';
import { importView } from '../../imports/view.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import { DropArea } from './drop-area.tsx';
import { ImportFileTable } from './file-table.tsx';
import { ImportHistory } from './history.tsx';
import { parseImportOptions } from './options.ts';
import { ImportOptionsForm } from './options-form.tsx';
import { RecordTable } from './record-table.tsx';
import { ImportStatusLine } from './run-status.tsx';

export default function ImportScreen({ query }: ScreenProps) {
  const options = useSignal(parseImportOptions(query));
  const tab = useSignal('files');
  useEffect(() => {
    const entries = takePendingDrop();
    if (entries.length > 0) void gatherDroppedEntries(entries);
  }, []);
  const { files, isLooking } = gatheredFiles.value;
  const hasRun = importView.value.files > 0;
  const isReady = files.length > 0 && !isLooking && options.value.auid !== '';

  function start(): void {
    importQueue.add(files, options.value);
    discardGatheredFiles();
    tab.value = 'files';
  }

  const tabs = [
    ...(hasRun ? ['files', 'records'] : []),
    ...(canCall('repository', 'getImports') ? ['history'] : []),
  ];
  const shown = tabs.includes(tab.value) ? tab.value : tabs[0];
  return (
    <div class="stack import">
      <h1>{t('import.title')}</h1>
      <div class="import-new">
        <DropArea />
        <ImportOptionsForm
          options={options.value}
          onChange={(changed) => {
            options.value = changed;
          }}
        />
      </div>
      <div class="row">
        <Button kind="primary" disabled={!isReady} onClick={start}>
          {files.length === 0 ? t('import.title') : t('import.start', { count: files.length })}
        </Button>
        {files.length > 0 && (
          <Button kind="quiet" onClick={discardGatheredFiles}>
            {t('import.letGo')}
          </Button>
        )}
        {files.length > 0 && options.value.auid === '' && <span class="muted">{t('import.whichAu')}</span>}
      </div>
      {hasRun && <ImportStatusLine />}
      {shown !== undefined && (
        <Tabs
          label={t('import.views')}
          tabs={tabs.map((key) => ({ key, label: t(`import.${key}`) }))}
          current={shown}
          onChange={(key) => {
            tab.value = key;
          }}
        >
          {shown === 'files' && <ImportFileTable />}
          {shown === 'records' && <RecordTable />}
          {shown === 'history' && <ImportHistory />}
        </Tabs>
      )}
    </div>
  );
}
