// Computes horizontal positions of events between the first and the last one.

interface Timed {
  /** 0 or less if the event has no time. */
  readonly timeMs: number;
}

export interface TimelineLayout<Row> {
  readonly fromMs: number;
  readonly toMs: number;
  /** `at` ranges from 0 to 1. */
  readonly bars: readonly (Row & { readonly at: number })[];
}

/**
 * Computes the positions of the rows that have a time. If all rows have the same time, they are placed in the middle.
 */
export function layOutTimeline<Row extends Timed>(rows: readonly Row[]): TimelineLayout<Row> {
  const timed = rows.filter(({ timeMs }) => timeMs > 0);
  const [fromMs, toMs] = timed.reduce(
    ([from, to], { timeMs }) => [Math.min(from, timeMs), Math.max(to, timeMs)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const spanMs = toMs - fromMs;
  const bars = timed.map((row) => ({ ...row, at: spanMs > 0 ? (row.timeMs - fromMs) / spanMs : 0.5 }));
  return { fromMs, toMs, bars };
}
