// Replaces the module `@jest/globals` in test files. runtime.mjs sets the exported values.
export const { jest, describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } =
  globalThis[Symbol.for('holdfast.testkit.jest')];
