// Limits that a service has as a whole, shared out among the processes that serve for it.
import type { SettingsSpec } from './spec.ts';

/**
 * The settings of one of so many workers: those whose table says `leastOfWorker` are divided, rounded up; each has at least
 * that, and at most what was set. All others are as they were.
 */
export function shareOfWorker<Values extends object>(
  settings: Values,
  spec: SettingsSpec,
  workers: number,
): Values {
  const values = settings as Readonly<Record<string, unknown>>;
  const divided = Object.entries(spec).flatMap(([key, setting]) => {
    const least = 'leastOfWorker' in setting ? setting.leastOfWorker : undefined;
    const value = values[key];
    return least === undefined || typeof value !== 'number' ? [] : [[key, shareOf(value, workers, least)]];
  });
  // `describe` is not enumerable.
  const all = Object.getOwnPropertyDescriptors(settings);
  const shares = Object.getOwnPropertyDescriptors(Object.fromEntries(divided));
  return Object.freeze(Object.defineProperties({}, { ...all, ...shares })) as Values;
}

/** One part in so many, rounded up: at least `least`, at most all of it. */
export function shareOf(value: number, workers: number, least = 1): number {
  return Math.min(value, Math.max(least, Math.ceil(value / workers)));
}
