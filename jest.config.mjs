// One Jest project for the whole workspace. Node itself loads what tests import (packages/testkit/jest/runtime.mjs):
// TypeScript with its types erased, and workspace packages from their sources, so that no test runs against a stale build.
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
  // Long enough for a machine four times slower than usual, or fully busy.
  testTimeout: 120_000,
  // One more than the cores of a small machine: tests wait for servers and jobs a quarter of their time.
  maxWorkers: 3,
  // Helpers of tests are loaded for each test file and never freed.
  workerIdleMemoryLimit: '1GB',
};
