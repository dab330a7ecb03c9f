// Tells the hook of one operation: how it ended and how long it took.
import { BadKeyError, BadRangeError, NoSuchObjectError, ObjectExistsError } from './errors.ts';
import type { StoreHooks } from './port.ts';

/** Runs `work` and reports it. What the caller did wrong, or may expect, is not an error of the store. */
export async function reported<T>(hooks: StoreHooks, operation: string, work: () => Promise<T>): Promise<T> {
  if (!hooks.onRequest) return work();
  const begun = performance.now();
  try {
    const result = await work();
    hooks.onRequest(operation, 'ok', performance.now() - begun);
    return result;
  } catch (error) {
    hooks.onRequest(operation, isExpected(error) ? 'ok' : 'error', performance.now() - begun);
    throw error;
  }
}

/** The same of what is had at once, or not at all: then it is no request, and whoever makes one tells what is wrong. */
export function reportedAtOnce({ onRequest }: StoreHooks, operation: string, work: () => boolean): boolean {
  const begun = performance.now();
  try {
    const isHad = work();
    if (isHad) onRequest?.(operation, 'ok', performance.now() - begun);
    return isHad;
  } catch {
    return false;
  }
}

function isExpected(error: unknown): boolean {
  return [NoSuchObjectError, ObjectExistsError, BadRangeError, BadKeyError].some(
    (type) => error instanceof type,
  );
}
