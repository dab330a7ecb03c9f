// The replay index with a copy before it: what the copy can answer it does, while this process knows of every change; all
// else is asked of the index itself.
import { setImmediate } from 'node:timers/promises';
import type { CaptureIndex } from '../domain/replay/capture-index.ts';
import type { Cold } from './cold.ts';
import type { ReplayCopy } from './replay-copy.ts';

/** Once `signal` is aborted the copy is not looked into any more; the walk that wants to ends with its reason. */
export function copiedCaptures(copy: ReplayCopy, index: CaptureIndex, signal?: AbortSignal): CaptureIndex {
  const find = async <Found>(look: () => Found | Cold | undefined, goesOn = false) => {
    // What answers at once never waits: a walk that goes on lets others have their turn first.
    if (goesOn) await setImmediate();
    signal?.throwIfAborted();
    return copy.find(look);
  };
  return {
    ...index,
    ofKey: async (scope, key, page) =>
      (await find(() => copy.lookups.ofKey(scope, key, page), page.after !== undefined)) ??
      index.ofKey(scope, key, page),
    around: async (scope, key, sides, limit) =>
      (await find(() => copy.lookups.around(scope, key, sides, limit))) ??
      index.around(scope, key, sides, limit),
    ofSpan: async (scope, span, page) =>
      (await find(() => copy.lookups.ofSpan(scope, span, page), page.after !== undefined)) ??
      index.ofSpan(scope, span, page),
  };
}
