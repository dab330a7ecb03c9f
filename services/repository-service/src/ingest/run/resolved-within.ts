/** What the promise resolves to, or `tooLate` when that takes longer; undefined: however long it takes. */
export async function resolvedWithin<T>(promise: Promise<T>, ms: number | undefined): Promise<T | 'tooLate'> {
  if (ms === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'tooLate'>((resolve) => {
    timer = setTimeout(() => resolve('tooLate'), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
