// Shows the date of a capture in UTC. The tooltip shows the age of the capture.
import { formatAge, formatUtcTime, toDate } from '../../language/format.ts';

export function CaptureTime({ at }: { at: number | undefined }) {
  if (at === undefined) return <span class="muted">–</span>;
  return (
    <time dateTime={toDate(at).toISOString()} title={formatAge(at)}>
      {formatUtcTime(at)}
    </time>
  );
}
