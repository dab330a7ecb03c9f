// Dialog that adds AUs. The user enters one AUID per line; the parameters come from the title database.
import { useState } from 'preact/hooks';
import { t, translateRich } from '../../language/t.ts';
import { formatHref } from '../../routing/location.ts';
import { Button } from '../basic/button.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Field } from '../form/field.tsx';
import { GroupDialog } from './group/group-dialog.tsx';
import { AUS_PER_REQUEST } from './group/run.ts';

export interface AddDialogProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function AddAusDialog({ onChanged, onClose }: AddDialogProps) {
  const [text, setText] = useState('');
  const [asked, ask] = useState<readonly string[] | undefined>(undefined);
  const auids = [...new Set(text.split(/\r\n|\r|\n/).map((line) => line.trim()))].filter(
    (line) => line !== '',
  );
  if (asked !== undefined)
    return (
      <GroupDialog
        operation="add"
        count={asked.length}
        batches={() => yieldBatches(asked)}
        onChanged={onChanged}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t('aus.add')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={auids.length === 0} onClick={() => ask(auids)}>
            {t('aus.addThese', { count: auids.length })}
          </Button>
        </>
      }
    >
      <div class="stack">
        <p>
          {translateRich('aus.addHow', { titles: <a href={formatHref('/titles')}>{t('titles.title')}</a> })}
        </p>
        <Field label={t('aus.auids')} hint={t('aus.auidsHint')}>
          <textarea
            class="mono"
            rows={8}
            spellcheck={false}
            value={text}
            onInput={(event: { currentTarget: HTMLTextAreaElement }) => setText(event.currentTarget.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

export async function* yieldBatches(auids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < auids.length; at += AUS_PER_REQUEST) yield auids.slice(at, at + AUS_PER_REQUEST);
}
