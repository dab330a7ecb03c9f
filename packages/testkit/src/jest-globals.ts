/**
 * Jest's global functions. Callers read them from `globalThis` on use, because drills import this package outside Jest.
 */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
