// One Jest project for the whole workspace. Node itself loads imported modules (see packages/testkit/jest/runtime.mjs):
// it strips types and resolves workspace packages to their sources, so that no test uses an outdated build.
export default {
  roots: ['packages', 'services', 'bench', 'test-e2e'].map((folder) => `<rootDir>/${folder}`),
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
  // Allows for a machine that is four times slower than usual, or fully loaded.
  testTimeout: 120_000,
  // Two workers more than the cores of a small machine, because tests spend half of their time waiting for servers and
  // jobs.
  maxWorkers: 4,
  // Restarts workers that exceed this memory, because the helpers of each test file are never freed.
  workerIdleMemoryLimit: '1GB',
};
