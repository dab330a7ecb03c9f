// Shows the progress of an operation. If the fraction is unknown, only shows that the operation is running.
import { formatShare } from '../../language/format.ts';

export interface ProgressProps {
  readonly label: string;
  /** Fraction from 0 to 1; undefined if unknown. */
  readonly share?: number | undefined;
  readonly text?: string;
}

export function ProgressBar({ label, share, text }: ProgressProps) {
  const bounded = share === undefined ? undefined : Math.min(Math.max(share, 0), 1);
  const words = text ?? (bounded === undefined ? '' : formatShare(bounded, 0));
  return (
    <div class="meter">
      <span class="meter-words">
        <span>{label}</span>
        <span class="meter-text">{words}</span>
      </span>
      <div
        class={`meter-track${bounded === undefined ? ' progress-unknown' : ''}`}
        role="progressbar"
        aria-label={label}
        aria-valuenow={bounded === undefined ? undefined : Math.round(bounded * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words || undefined}
      >
        <div class="meter-fill" style={bounded === undefined ? {} : { width: `${bounded * 100}%` }} />
      </div>
    </div>
  );
}
