// Logins in tests: the Authorization header for HTTP Basic in UTF-8, and settings that make services check passwords
// fast.

export function formatBasicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Returns the settings with a login cost that reduces the processor time of a check to less than a sixth of a second.
 */
export function withCheapLogin<S extends object>(settings: S): S {
  // Also copies the methods, which are not enumerable.
  const copied = Object.getOwnPropertyDescriptors(settings);
  return Object.defineProperties({ loginCost: { logN: 4, r: 8, p: 1 } }, copied) as unknown as S;
}
