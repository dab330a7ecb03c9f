// What `import … from '@jest/globals'` gives in a test file; runtime.mjs puts it there.
export const { jest, describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } =
  globalThis[Symbol.for('holdfast.testkit.jest')];
