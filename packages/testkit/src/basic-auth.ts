// Logins in tests: HTTP Basic Authorization headers in UTF-8, and settings with which services check passwords quickly.

export function formatBasicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Adds a low cost of password hashing to the settings, unless they contain a cost. */
export function withCheapLogin<S extends object>(settings: S): S {
  // Copies property descriptors, because the methods of settings are not enumerable.
  const copied = Object.getOwnPropertyDescriptors(settings);
  return Object.defineProperties({ loginCost: { logN: 4, r: 8, p: 1 } }, copied) as unknown as S;
}
