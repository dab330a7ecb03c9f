/** What Jest makes global in tests. It is looked up where it is used, since drills use this package as well and are no tests. */
export interface JestGlobals {
  describe(name: string, body: () => void): void;
  readonly it: { skip(name: string, body: () => void): void };
}
