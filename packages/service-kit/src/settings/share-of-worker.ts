// Divides limits of a whole service among its worker processes.
import type { SettingsSpec } from './spec.ts';

/**
 * Returns the settings of one of `workers` workers. A setting with `leastOfWorker` is divided by the number of workers
 * and rounded up. The share is at least `leastOfWorker` and at most the whole value. All other settings stay unchanged.
 */
export function divideSettings<Values extends object>(
  settings: Values,
  spec: SettingsSpec,
  workers: number,
): Values {
  const values = settings as Readonly<Record<string, unknown>>;
  const divided = Object.entries(spec).flatMap(([key, setting]) => {
    const least = 'leastOfWorker' in setting ? setting.leastOfWorker : undefined;
    const value = values[key];
    return least === undefined || typeof value !== 'number'
      ? []
      : [[key, computeWorkerShare(value, workers, least)]];
  });
  // Copies the property descriptors, because `describe` is not enumerable.
  const all = Object.getOwnPropertyDescriptors(settings);
  const shares = Object.getOwnPropertyDescriptors(Object.fromEntries(divided));
  return Object.freeze(Object.defineProperties({}, { ...all, ...shares })) as Values;
}

/** Returns an equal share, rounded up: at least `least`, at most `value`. */
export function computeWorkerShare(value: number, workers: number, least = 1): number {
  return Math.min(value, Math.max(least, Math.ceil(value / workers)));
}
