// One Jest project for the whole workspace. TypeScript is compiled by swc as it is loaded, as ES modules;
// workspace packages are read from their sources, so that a test never runs against a stale build.
export default {
  testEnvironment: '<rootDir>/packages/testkit/jest/environment.mjs',
  globalSetup: '<rootDir>/packages/testkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/global-teardown.mjs',
  testSequencer: '<rootDir>/packages/testkit/jest/sequencer.mjs',
  testMatch: [
    '<rootDir>/{packages,services,bench}/**/test/**/*.test.ts',
    '<rootDir>/test-e2e/src/**/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@holdfast/standalone/postgres$': '<rootDir>/packages/standalone/src/postgres/index.ts',
    '^@holdfast/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
  },
  testTimeout: 30_000,
  // A third would use what the cores idle, a sixth; and twice in four runs a test met a moment that it had not counted on.
  maxWorkers: 2,
  // What a test file loaded as ES modules is never freed. A worker with a gigabyte of it collects garbage more than it
  // tests, above all where buffers are large.
  workerIdleMemoryLimit: '500MB',
};
