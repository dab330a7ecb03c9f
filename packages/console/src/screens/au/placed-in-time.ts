// Where things that have a time stand between the first and the last of them.

interface Timed {
  /** 0 or less: it has none. */
  readonly timeMs: number;
}

export interface Placed<Row> {
  readonly fromMs: number;
  readonly toMs: number;
  /** `at`: 0 to 1. */
  readonly bars: readonly (Row & { readonly at: number })[];
}

/** Those that have a time; the only one, or all of one moment, stand in the middle. */
export function placed<Row extends Timed>(rows: readonly Row[]): Placed<Row> {
  const timed = rows.filter(({ timeMs }) => timeMs > 0);
  const [fromMs, toMs] = timed.reduce(
    ([from, to], { timeMs }) => [Math.min(from, timeMs), Math.max(to, timeMs)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const spanMs = toMs - fromMs;
  const bars = timed.map((row) => ({ ...row, at: spanMs > 0 ? (row.timeMs - fromMs) / spanMs : 0.5 }));
  return { fromMs, toMs, bars };
}
