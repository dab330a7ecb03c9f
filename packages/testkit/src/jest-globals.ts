/** Jest's global functions. They are looked up when they are used, because drills import this package outside Jest. */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
