// One Jest project for the whole workspace. Imported modules are loaded by Node itself (see
// packages/testkit/jest/runtime.mjs): it erases the types of TypeScript and loads workspace packages from their
// sources, so no test uses an outdated build.
export default {
  runtime: '<rootDir>/packages/testkit/jest/runtime.mjs',
  testEnvironment: '<rootDir>/packages/testkit/jest/environment.mjs',
  globalSetup: '<rootDir>/packages/testkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/global-teardown.mjs',
  testSequencer: '<rootDir>/packages/testkit/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/packages/testkit/jest/progress.mjs'],
  testMatch: [
    '<rootDir>/{packages,services,bench}/**/test/**/*.test.ts',
    '<rootDir>/test-e2e/src/**/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  cacheDirectory: '<rootDir>/.cache/jest',
  modulePathIgnorePatterns: ['/dist/'],
  transform: {},
  // Long enough for a machine that is four times slower than usual, or fully busy.
  testTimeout: 120_000,
  // One more than a small machine has cores, because tests spend a quarter of their time waiting for servers and jobs.
  maxWorkers: 3,
  // The helpers that a test file loads are never freed, so workers that have grown are restarted.
  workerIdleMemoryLimit: '1GB',
};
