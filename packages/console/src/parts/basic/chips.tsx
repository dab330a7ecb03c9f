// A row of removable chips, for example filters.
import type { ComponentChildren } from 'preact';
import { t } from '../../language/t.ts';
import { Icon } from './icon.tsx';

export interface Chip {
  readonly key: string;
  readonly label: string;
  /** Called when the chip is clicked, to edit it. */
  readonly onClick?: () => void;
  readonly onRemove?: () => void;
}

export interface ChipsProps {
  readonly label: string;
  readonly chips: readonly Chip[];
  /** Content after the chips, for example a button that adds a chip. */
  readonly children?: ComponentChildren;
}

export function Chips({ label, chips, children }: ChipsProps) {
  return (
    <ul class="chips" aria-label={label}>
      {chips.map((chip) => (
        <li key={chip.key} class="chip">
          {chip.onClick === undefined ? (
            <span class="chip-label">{chip.label}</span>
          ) : (
            <button type="button" class="chip-label" onClick={chip.onClick}>
              {chip.label}
            </button>
          )}
          {chip.onRemove !== undefined && (
            <button
              type="button"
              class="chip-remove"
              aria-label={t('common.remove', { what: chip.label })}
              onClick={chip.onRemove}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
      {children !== undefined && <li>{children}</li>}
    </ul>
  );
}
