// Defines a single Jest project for the whole workspace. Node itself loads imported modules (see
// packages/testkit/jest/runtime.mjs): it erases TypeScript's types and loads workspace packages from their sources. So
// no test can use an outdated build.
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
  // Allows for a machine that is fully busy, or four times slower than usual.
  testTimeout: 120_000,
  // Uses one worker more than the two cores of a small machine, because tests spend a quarter of their time waiting for
  // servers and jobs.
  maxWorkers: 3,
  // Restarts workers whose memory has grown: Jest never frees the modules that a test file has loaded.
  workerIdleMemoryLimit: '1GB',
};
