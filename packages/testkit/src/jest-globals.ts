/** Jest's global functions. They are looked up on use, because drills import this package outside Jest. */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
