/**
 * Jest's global functions. Callers take them from `globalThis` when they need them, because drills import this package
 * outside Jest.
 */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
