// Chooses the ticks of the axes of a line chart: round values, and times at the beginning of a local day, month or
// year.

export interface ValueAxis {
  /** Values at the bottom and at the top of the chart. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

export interface TimeAxis {
  readonly ticksMs: readonly number[];
  /** True if several ticks are on one day. Their labels are then times of day. */
  readonly isOfDay: boolean;
}

interface TimeStep {
  readonly unit: 'minute' | 'day' | 'month';
  readonly size: number;
}

/** Share of the range that is left free above and below the line. */
const MARGIN = 0.1;
const ROUND = [1, 2, 2.5, 5, 10];

const MINUTE_MS = 60_000;
const UNIT_MS = { minute: MINUTE_MS, day: 86_400_000, month: 30.44 * 86_400_000 };
const DAY_MINUTES = 1_440;
const STEPS: readonly TimeStep[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((size) => ({ unit: 'minute', size }) as const),
  ...[1, 2, 3, 5, 7, 10, 15].map((size) => ({ unit: 'day', size }) as const),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map((size) => ({ unit: 'month', size }) as const),
];

/** Returns an axis for counts or sizes, with at most `maxTicks` intervals. The axis never begins below 0. */
export function makeValueAxis(values: readonly number[], maxTicks: number): ValueAxis {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const margin = (greatest - least) * MARGIN;
  // If all values are equal, the line is in the middle.
  const [from, to] = margin === 0 ? [0, 2 * greatest || 1] : [Math.max(least - margin, 0), greatest + margin];
  const step = roundUp((to - from) / maxTicks);
  const first = Math.ceil(from / step);
  const length = Math.floor(to / step) - first + 1;
  return { from, to, ticks: Array.from({ length }, (_, at) => (first + at) * step) };
}

/** Returns the smallest round integer that is at least `value`. `value` must be positive. */
function roundUp(value: number): number {
  const power = Math.max(10 ** Math.floor(Math.log10(value)), 1);
  return ROUND.map((each) => each * power).find((each) => each >= value && Number.isInteger(each))!;
}

/** Returns an axis with about `maxTicks` ticks or fewer. */
export function makeTimeAxis(fromMs: number, toMs: number, maxTicks: number): TimeAxis {
  const leastMs = (toMs - fromMs) / maxTicks;
  const step = STEPS.find(({ unit, size }) => size * UNIT_MS[unit] >= leastMs) ?? STEPS.at(-1)!;
  const ticksMs: number[] = [];
  for (let index = 0; ; index += 1) {
    const atMs = computeTick(new Date(fromMs), step, index);
    if (atMs > toMs) break;
    if (atMs >= fromMs) ticksMs.push(atMs);
  }
  return { ticksMs, isOfDay: step.unit === 'minute' };
}

/** Returns the tick with this index. Tick 0 is at or before the beginning of the axis. */
function computeTick(begin: Date, { unit, size }: TimeStep, index: number): number {
  const [year, month, day] = [begin.getFullYear(), begin.getMonth(), begin.getDate()];
  if (unit === 'month') {
    const months = year * 12 + month;
    return new Date(0, months - (months % size) + index * size - 1900 * 12).getTime();
  }
  if (unit === 'day') {
    const days = Math.floor(Date.UTC(year, month, day) / UNIT_MS.day);
    return new Date(year, month, day - (days % size) + index * size).getTime();
  }
  const minutes = begin.getHours() * 60 + begin.getMinutes();
  const first = minutes - (minutes % size) + index * size;
  return new Date(year, month, day + Math.floor(first / DAY_MINUTES), 0, first % DAY_MINUTES).getTime();
}
