// Shows a fraction as a bar, for example used disk space or checked artifacts.
import { formatShare } from '../../language/format.ts';

export interface MeterProps {
  readonly label: string;
  /** Fraction from 0 to 1. */
  readonly share: number;
  readonly state?: 'good' | 'warning' | 'bad' | 'plain';
  /** Text displayed instead of the percentage. */
  readonly text?: string;
}

export function Meter({ label, share, state = 'plain', text }: MeterProps) {
  const bounded = Math.min(Math.max(share, 0), 1);
  return (
    <div class="meter">
      <span class="meter-words">
        <span>{label}</span>
        <span class="meter-text">{text ?? formatShare(bounded)}</span>
      </span>
      <div
        class={`meter-track state-${state}`}
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(bounded * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text ?? formatShare(bounded)}
      >
        <div class="meter-fill" style={{ width: `${bounded * 100}%` }} />
      </div>
    </div>
  );
}
