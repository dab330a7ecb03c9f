// Waits until there is news, or for a time.

export interface News {
  /** Ends the waiting; the next one as well when nobody waits now. */
  tell(): void;
  within(timeoutMs: number): Promise<void>;
}

export function createNews(): News {
  let unheard = false;
  let wake: (() => void) | undefined;
  return {
    tell() {
      unheard = true;
      wake?.();
    },
    async within(timeoutMs) {
      if (!unheard) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, Math.max(0, timeoutMs));
        wake = resolve;
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      unheard = false;
    },
  };
}
