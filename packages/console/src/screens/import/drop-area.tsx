// Area in which the user drops or chooses files and folders. Shows the files found.
import { useRef } from 'preact/hooks';
import { DropZone } from '../../imports/drop-zone.tsx';
import { gatherChosenFiles, gatherDroppedEntries, gatheredFiles } from '../../imports/imports.ts';
import { formatBytes } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';

export function DropArea() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    void gatherChosenFiles(Array.from(currentTarget.files ?? []));
    // Resets the input, so that the same files can be chosen again.
    currentTarget.value = '';
  };
  return (
    <DropZone label={t('import.dropHere')} onEntries={(entries) => void gatherDroppedEntries(entries)}>
      <p class="empty-title">{t('import.dropHere')}</p>
      <p class="muted small">{t('import.dropWhat')}</p>
      <div class="row">
        <Button onClick={() => files.current?.click()}>{t('import.chooseFiles')}</Button>
        <Button onClick={() => folder.current?.click()}>{t('import.chooseFolder')}</Button>
      </div>
      <input ref={files} type="file" multiple hidden onChange={take} />
      <input ref={folder} type="file" hidden onChange={take} {...{ webkitdirectory: true }} />
      <FoundFiles />
    </DropZone>
  );
}

function FoundFiles() {
  const { files, bytes, others, unreadable, isLooking } = gatheredFiles.value;
  if (files.length + others + unreadable.length === 0 && !isLooking) return null;
  return (
    <div role="status">
      <p>
        {t('import.found', { count: files.length, size: formatBytes(bytes) })}
        {isLooking && ` ${t('import.looking')}`}
      </p>
      {others > 0 && <p class="small muted">{t('import.others', { count: others })}</p>}
      {unreadable.length > 0 && (
        <p class="small">
          {t('import.unreadable', { count: unreadable.length, first: shortenMiddle(unreadable[0]!, 200) })}
        </p>
      )}
    </div>
  );
}
