// Shows counts as horizontal bars, for example artifacts by publisher. Screen readers read the bars as a list.
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../language/format.ts';

export interface BarValue {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly value: number;
  /** Formatted value. Default: the formatted count. */
  readonly text?: string;
  readonly href?: string;
  readonly onClick?: () => void;
}

export function Bars({ label, bars }: { label: string; bars: readonly BarValue[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0) || 1;
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ key, label: name, value, text, href, onClick }) => (
        <li key={key} class="bar">
          <span class="bar-label">
            {href !== undefined && <a href={href}>{name}</a>}
            {href === undefined && onClick !== undefined && (
              <button type="button" class="link" onClick={onClick}>
                {name}
              </button>
            )}
            {href === undefined && onClick === undefined && name}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${(Math.max(value, 0) / most) * 100}%` }} />
          </span>
          <span class="bar-value">{text ?? formatCount(value)}</span>
        </li>
      ))}
    </ul>
  );
}
