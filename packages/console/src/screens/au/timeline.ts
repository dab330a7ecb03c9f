// Computes the horizontal positions of events on a time axis.

interface TimelineEvent {
  /** Time of the event. 0 or less if the time is unknown. */
  readonly timeMs: number;
}

export interface TimelineLayout<Row> {
  readonly fromMs: number;
  readonly toMs: number;
  /** Events with their positions `at` on the axis, from 0 to 1. */
  readonly bars: readonly (Row & { readonly at: number })[];
}

/**
 * Computes the positions of events whose time is known. Events that all have the same time are placed in the middle.
 */
export function layOutTimeline<Row extends TimelineEvent>(rows: readonly Row[]): TimelineLayout<Row> {
  const timed = rows.filter(({ timeMs }) => timeMs > 0);
  const [fromMs, toMs] = timed.reduce(
    ([from, to], { timeMs }) => [Math.min(from, timeMs), Math.max(to, timeMs)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const spanMs = toMs - fromMs;
  const bars = timed.map((row) => ({ ...row, at: spanMs > 0 ? (row.timeMs - fromMs) / spanMs : 0.5 }));
  return { fromMs, toMs, bars };
}
