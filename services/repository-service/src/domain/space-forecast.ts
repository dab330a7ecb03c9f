// Forecasts when the free space of the store will be used up, from the growth of the last month.

const DAY_MS = 86_400_000;
/** Maximum period over which growth is averaged. */
export const GROWTH_WINDOW_MS = 30 * DAY_MS;
/** Minimum number of days for a meaningful growth rate. */
const LEAST_DAYS = 1;

export interface StoredAmount {
  readonly atMs: number;
  readonly storedBytes: number;
}

/**
 * Returns the growth in bytes per day. Returns undefined if the first amount is less than a day old, and 0 if the
 * stored data has shrunk.
 */
export function computeGrowthRate(then: StoredAmount | undefined, now: StoredAmount): number | undefined {
  if (!then) return undefined;
  const days = (now.atMs - then.atMs) / DAY_MS;
  return days < LEAST_DAYS ? undefined : Math.max(0, Math.round((now.storedBytes - then.storedBytes) / days));
}

/**
 * Returns the number of days until the free space is used up. Returns undefined if the free space is unknown or the
 * stored data does not grow.
 */
export function forecastDaysLeft(
  availableBytes: number | undefined,
  bytesPerDay: number | undefined,
): number | undefined {
  if (availableBytes === undefined || bytesPerDay === undefined || bytesPerDay <= 0) return undefined;
  return Math.floor(availableBytes / bytesPerDay);
}
