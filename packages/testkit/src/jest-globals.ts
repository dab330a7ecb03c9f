/** Jest's global functions. Looks them up at each call, because drills import this package outside Jest. */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
