// Rules that need only the text of a single file. Rules for imports between files are in import-graph.ts.
import { basename } from 'node:path';
import {
  countLines,
  getPackagePath,
  isShipped,
  isTest,
  readImports,
  resolveImport,
  resolveImports,
  type Source,
  stripLiterals,
} from './sources.ts';

/** Returns a description of each place where the file violates the rule. */
export type Rule = (source: Source) => string[];

export const MAX_LINES = 300;
export const MAX_CLASS_FILE_LINES = 400;
export const MAX_MEDIAN_LINES = 90;

const TEST_TOOLS = /^(?:@jest\/|jest$|supertest$|@holdfast\/testkit$|playwright-core$)/;

export const rules: Readonly<Record<string, Rule>> = {
  'the environment is read in files called env.ts, nowhere else': (source) =>
    basename(source.path) !== 'env.ts' && readsEnvironment(source)
      ? ['reads the environment itself; take the value as a setting from an env.ts']
      : [],

  'express is known to http-kit, app.ts and *.routes.ts': restrictImports(
    (name) => /^express(?:\/|$)/.test(name),
    (path) => /^packages\/http-kit\/|\/app\.ts$|\.routes\.ts$/.test(path),
    'HTTP belongs into a *.routes.ts',
  ),

  'kysely is known to pg-kit, index/ and query/': restrictImports(
    (name) => /^kysely(?:\/|$)/.test(name),
    (path) => isTest(path) || /^packages\/pg-kit\/|\/(?:index|query)\//.test(path),
    'queries belong into index/',
  ),

  'the AWS SDK is known to object-store/src/s3': restrictImports(
    (name) => /^@(?:aws-sdk|smithy)\//.test(name),
    (path) => /^packages\/object-store\/(?:src|test)\/s3\//.test(path),
    'use the object-store port',
  ),

  'OpenTelemetry is known to one file': restrictImports(
    (name) => name.startsWith('@opentelemetry/'),
    (path) => isTest(path) || path === 'packages/tracing/src/open-telemetry.ts',
    'use what @holdfast/tracing has',
  ),

  'what ships knows nothing that is made for tests': (source) =>
    isShipped(source.path)
      ? readImports(source)
          .filter((name) => TEST_TOOLS.test(name) || isTest(resolveOwnImport(source, name)))
          .map((name) => `imports ${name}; what only tests need lies in test/`)
      : [],

  'tests lie in test/': (source) =>
    isShipped(source.path) && /\.(?:test|judge)\.ts$/.test(source.path)
      ? ['is a test; it belongs into test/']
      : [],

  'a service is imported by nobody else': (source) =>
    resolveImports(source)
      .filter(
        (target) => target.startsWith('services/') && getPackagePath(target) !== getPackagePath(source.path),
      )
      .map((target) => `imports ${target}; services speak HTTP with each other`),

  'nothing reaches into another package past its index': (source) =>
    readImports(source)
      .filter(
        (name) =>
          name.startsWith('.') && getPackagePath(resolveImport(source, name)) !== getPackagePath(source.path),
      )
      .map((name) => `imports ${name}; import the package by its name`),

  'the end-to-end tests know URLs, the client, and testkit': restrictOwnImports(
    'test-e2e/',
    ['@holdfast/client', '@holdfast/testkit'],
    'test from outside',
  ),

  'the client knows the services by their contracts': restrictOwnImports(
    'packages/client/',
    ['@holdfast/api-types', '@holdfast/api-types/configuration', '@holdfast/api-types/repository'],
    'whoever uses it should not have to take that along',
  ),

  'a screen of the console imports no other screen': (source) =>
    resolveImports(source)
      .filter((target) => {
        const [screen, other] = [readScreen(source.path), readScreen(target)];
        return screen !== undefined && other !== undefined && other !== screen;
      })
      .map((target) => `imports ${target}; what two screens need belongs into parts/`),

  'routes are imported by app.ts alone': (source) =>
    isTest(source.path) || basename(source.path) === 'app.ts'
      ? []
      : resolveImports(source)
          .filter((target) => target.endsWith('.routes.ts'))
          .map((target) => `imports ${target}; only app.ts puts routes together`),

  [`no file is longer than ${MAX_LINES} lines, or ${MAX_CLASS_FILE_LINES} with one class`]: (source) =>
    countLines(source) > findLineLimit(source)
      ? [`has ${countLines(source)} lines; give each of its subjects a file`]
      : [],
};

/** Returns the folder of the screen that contains the file. */
function readScreen(path: string): string | undefined {
  return /^packages\/console\/src\/screens\/([^/]+)\//.exec(path)?.[1];
}

function findLineLimit(source: Source): number {
  const classes = stripLiterals(source).match(/^(?:export )?(?:abstract )?class\s/gm) ?? [];
  return classes.length === 1 ? MAX_CLASS_FILE_LINES : MAX_LINES;
}

/** Returns a rule: only files that `mayImport` accepts may import modules that `isMeant` accepts. */
function restrictImports(
  isMeant: (name: string) => boolean,
  mayImport: (path: string) => boolean,
  advice: string,
): Rule {
  return (source) =>
    mayImport(source.path)
      ? []
      : readImports(source)
          .filter(isMeant)
          .map((name) => `imports ${name}; ${advice}`);
}

/** Returns a rule: files in the folder may import only the `allowed` packages of this repository. */
function restrictOwnImports(folder: string, allowed: readonly string[], advice: string): Rule {
  return restrictImports(
    (name) => name.startsWith('@holdfast/') && !allowed.includes(name),
    (path) => !path.startsWith(folder),
    advice,
  );
}

/**
 * Resolves a relative import to a path. For the import of a package, returns the importing file's own path, which no
 * rule forbids.
 */
function resolveOwnImport(source: Source, name: string): string {
  return name.startsWith('.') ? resolveImport(source, name) : source.path;
}

function readsEnvironment(source: Source): boolean {
  if (readImports(source).some((name) => /^(?:node:)?process$/.test(name))) return true;
  if (!source.text.includes('process')) return false;
  return /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\benv\b[^=;\n]*\}\s*=\s*process\b/.test(
    stripLiterals(source),
  );
}
