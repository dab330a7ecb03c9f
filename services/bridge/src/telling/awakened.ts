// A bell that is rung when there may be something to do, and heard even by who was busy at that moment.

export interface Bell {
  readonly ring: () => void;
  /** Resolves when it was rung since this was called last, when so much time is over, or when all ends. */
  rung(ms: number): Promise<void>;
}

export function awakened(signal: AbortSignal): Bell {
  let isRung = false;
  let wake = (): void => undefined;
  signal.addEventListener('abort', () => wake());
  return {
    ring() {
      isRung = true;
      wake();
    },
    async rung(ms) {
      if (!isRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wake = resolve;
        await promise;
        clearTimeout(timer);
      }
      isRung = false;
    },
  };
}
