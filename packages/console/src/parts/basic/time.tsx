// Shows a time, absolute or relative to now. The tooltip shows the other format.
import { formatAge, formatTime, type TimeValue, toDate } from '../../language/format.ts';

export interface TimeProps {
  readonly at: TimeValue | undefined | null;
  /** If true, shows the time relative to now, such as `12 days ago`. */
  readonly age?: boolean;
}

export function Time({ at, age = false }: TimeProps) {
  if (at === undefined || at === null) return <span class="muted">–</span>;
  const [shown, other] = age ? [formatAge(at), formatTime(at)] : [formatTime(at), formatAge(at)];
  return (
    <time dateTime={toDate(at).toISOString()} title={other}>
      {shown}
    </time>
  );
}
