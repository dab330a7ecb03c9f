// Chooses the number of workers, and divides limits that apply to a whole service among them.
import type { SettingsSpec } from './spec.ts';

/**
 * Returns the settings for one worker of a service with `workers` workers. Divides settings that have `leastOfWorker`
 * by the number of workers, rounding up. A share is at least `leastOfWorker` and at most the whole value. Does not
 * change other settings.
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
  // Copies property descriptors, because `describe` is not enumerable.
  const all = Object.getOwnPropertyDescriptors(settings);
  const shares = Object.getOwnPropertyDescriptors(Object.fromEntries(divided));
  return Object.freeze(Object.defineProperties({}, { ...all, ...shares })) as Values;
}

/** Returns `value` divided by `workers`, rounded up: at least `least`, at most `value`. */
export function computeWorkerShare(value: number, workers: number, least = 1): number {
  return Math.min(value, Math.max(least, Math.ceil(value / workers)));
}

/**
 * Returns the default number of workers. On two processors it is 1, because PostgreSQL and the codec threads use the
 * second processor and a second worker would cost 150 MB of memory.
 */
export function chooseWorkers(processors: number): number {
  return processors <= 2 ? 1 : Math.min(processors, 8);
}
