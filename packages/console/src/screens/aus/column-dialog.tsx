// Dialog in which the user chooses and orders the columns of the table.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { IconButton } from '../../parts/basic/icon-button.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { canRequestHoldings } from '../../service/known-holdings.ts';
import { type AuColumn, listAvailableColumns } from './columns.ts';

export interface ColumnDialogProps {
  readonly chosen: readonly AuColumn[];
  /** Called with the chosen columns. An empty list restores the default columns. */
  readonly onChoose: (names: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ColumnDialog({ chosen, onChoose, onClose }: ColumnDialogProps) {
  const [names, setNames] = useState(chosen.map(({ name }) => name));
  const offered = listAvailableColumns(canRequestHoldings());
  const ordered = [...names, ...offered.map(({ name }) => name).filter((name) => !names.includes(name))];
  const move = (name: string, by: number): void => {
    const at = names.indexOf(name);
    setNames(names.toSpliced(at, 1).toSpliced(at + by, 0, name));
  };
  return (
    <Dialog
      title={t('aus.columns')}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={() => onChoose([])}>
            {t('aus.usualColumns')}
          </Button>
          <Button kind="primary" disabled={names.length === 0} onClick={() => onChoose(names)}>
            {t('aus.apply')}
          </Button>
        </>
      }
    >
      <ul class="aus-columns">
        {ordered.map((name) => {
          const at = names.indexOf(name);
          const label = t(`aus.column.${name}`);
          return (
            <li key={name}>
              <label class="choice">
                <input
                  type="checkbox"
                  checked={at !== -1}
                  onChange={() => setNames(at === -1 ? [...names, name] : names.toSpliced(at, 1))}
                />{' '}
                {label}
              </label>
              {at !== -1 && (
                <span>
                  <IconButton
                    icon="up"
                    label={t('aus.moveUp', { column: label })}
                    disabled={at === 0}
                    onClick={() => move(name, -1)}
                  />
                  <IconButton
                    icon="down"
                    label={t('aus.moveDown', { column: label })}
                    disabled={at === names.length - 1}
                    onClick={() => move(name, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
