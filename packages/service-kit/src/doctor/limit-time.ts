// Applies a timeout to a check.

export class CheckTimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(ms: number) {
    super(`there was no answer within ${ms / 1000} seconds`);
  }
}

/** Runs `work`. Rejects with CheckTimeoutError after `ms`; `work` then continues in the background. */
export async function limitTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CheckTimeoutError(ms)), ms);
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
