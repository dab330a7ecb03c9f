// The structure of the whole repository, held: which file may import what, and how long a file may be. Reads sources as
// text; nothing here looks at behaviour.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Source {
  /** From the root of the repository, with `/`. */
  path: string;
  text: string;
}

/** Says what is wrong with a file, if anything. */
type Rule = (source: Source) => string[];

const root = fileURLToPath(new URL('../..', import.meta.url));
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;
const longestLines = 300;
const longestMedianLines = 90;

const rules: Record<string, Rule> = {
  'the environment is read in files called env.ts, nowhere else': (source) =>
    basename(source.path) !== 'env.ts' && readsEnvironment(source)
      ? ['reads the environment itself; take the value as a setting from an env.ts']
      : [],

  'express is known to http-kit, app.ts and *.routes.ts': only(
    (name) => /^express(?:\/|$)/.test(name),
    (path) => /^packages\/http-kit\/|\/app\.ts$|\.routes\.ts$/.test(path),
    'HTTP belongs into a *.routes.ts',
  ),

  'kysely is known to pg-kit, *.db.ts and index/': only(
    (name) => /^kysely(?:\/|$)/.test(name),
    (path) => /^packages\/pg-kit\/|\.db(?:\.test)?\.ts$|\/index\//.test(path),
    'queries belong into a *.db.ts or index/',
  ),

  'the AWS SDK is known to object-store/src/s3': only(
    (name) => /^@(?:aws-sdk|smithy)\//.test(name),
    (path) => path.startsWith('packages/object-store/src/s3/'),
    'use the object-store port',
  ),

  'a service is imported by nobody else': (source) =>
    targets(source)
      .filter((target) => target.startsWith('services/') && unitOf(target) !== unitOf(source.path))
      .map((target) => `imports ${target}; services speak HTTP with each other`),

  'nothing reaches into another package past its index': (source) =>
    importsOf(source)
      .filter((name) => name.startsWith('.') && unitOf(resolved(source, name)) !== unitOf(source.path))
      .map((name) => `imports ${name}; import the package by its name`),

  'the end-to-end tests know URLs, the client, and testkit': onlyOurs(
    'test-e2e/',
    ['@holdfast/client', '@holdfast/testkit'],
    'test from outside',
  ),

  'the client knows the services by their contracts': onlyOurs(
    'packages/client/',
    ['@holdfast/api-types'],
    'whoever uses it should not have to take that along',
  ),

  "a feature does not touch another feature's queries": (source) =>
    targets(source)
      .filter(
        (target) =>
          /\/features\/[^/]+\/.*\.db\.ts$/.test(target) && featureOf(target) !== featureOf(source.path),
      )
      .map((target) => `imports ${target}; ask that feature's domain`),

  'imports go main → wiring → app → *.routes → domain': (source) =>
    isTest(source.path)
      ? []
      : targets(source)
          .filter((target) => layerOf(target) > 0 && layerOf(target) >= layerOf(source.path))
          .map((target) => `imports ${target}, which stands beside or above it`),

  [`no file is longer than ${longestLines} lines`]: (source) =>
    linesOf(source) > longestLines ? [`has ${linesOf(source)} lines; give each of its subjects a file`] : [],
};

const sources = ['packages', 'services']
  .flatMap((folder) => foldersIn(folder))
  .concat('test-e2e', 'bench')
  .flatMap(sourcesIn);

describe('the house', () => {
  it('is all looked at', () => {
    const units = new Set(sources.map(({ path }) => unitOf(path)));
    for (const unit of [
      'packages/pg-kit',
      'services/repository-service',
      'services/config-service',
      'test-e2e',
    ]) {
      expect(units).toContain(unit);
    }
  });

  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(complaints(rule, sources)).toEqual([]);
  });

  it(`has a median file of at most ${longestMedianLines} lines`, () => {
    const lengths = sources.map(linesOf).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(longestMedianLines);
  });
});

describe('each rule of the house', () => {
  const service = 'services/repository-service/src';
  it.each([
    ['the environment is read', 'packages/warc/src/x.ts', 'const level = process.env.LEVEL;'],
    ['the environment is read', 'packages/warc/src/x.ts', 'const { env } = process;'],
    ['the environment is read', 'packages/warc/src/x.ts', "import { env } from 'node:process';"],
    ['express is known', 'packages/warc/src/x.ts', "import type { Request } from 'express';"],
    ['kysely is known', `${service}/features/aus/aus.ts`, "import {\n  sql,\n} from 'kysely';"],
    ['the AWS SDK is known', `${service}/ingest/x.ts`, "const s3 = await import(\n'@aws-sdk/client-s3'\n);"],
    ['a service is imported', 'packages/cli/src/x.ts', "import { y } from '@holdfast/config-service';"],
    ['a service is imported', `${service}/x.ts`, "export * from '../../config-service/src/y.ts';"],
    ['nothing reaches into', 'packages/cli/src/x.ts', "import '../../warc/src/y.ts';"],
    ['the end-to-end tests', 'test-e2e/src/x.test.ts', "import { y } from '@holdfast/warc';"],
    ['the client knows', 'packages/client/src/x.ts', "import { y } from '@holdfast/http-kit';"],
    [
      'a feature does not touch',
      `${service}/features/aus/aus.ts`,
      "import { y } from '../status/status.db.ts';",
    ],
    ['imports go main', `${service}/features/aus/aus.ts`, "import { y } from './aus.routes.ts';"],
    ['imports go main', `${service}/app.ts`, "import { y } from './wiring.ts';"],
    ['no file is longer', 'packages/warc/src/x.ts', '\n'.repeat(301)],
  ])('can fail: %s', (beginning, path, text) => {
    const broken = Object.entries(rules).filter(([, rule]) => rule({ path, text }).length > 0);
    expect(broken.map(([name]) => name)).toContainEqual(expect.stringMatching(beginning));
  });

  it('lets pass what is as it should be', () => {
    const fine = [
      { path: `${service}/env.ts`, text: 'export const level = process.env.LEVEL;' },
      {
        path: `${service}/features/aus/aus.routes.ts`,
        text: "import { Router } from 'express';\nimport { y } from './aus.ts';",
      },
      {
        path: `${service}/features/aus/aus.ts`,
        text: "import { y } from './aus.db.ts';\nimport { z } from '../status/status.ts';",
      },
      { path: `${service}/features/aus/aus.db.ts`, text: "import { sql } from 'kysely';" },
      { path: `${service}/main.ts`, text: "import { wire } from './wiring.ts';" },
      { path: 'packages/object-store/src/s3/x.ts', text: "import { S3Client } from '@aws-sdk/client-s3';" },
      {
        path: 'test-e2e/src/x.test.ts',
        text: "import { corpus } from '@holdfast/testkit';\nimport '@holdfast/client';\nimport './support/y.ts';",
      },
    ];
    for (const rule of Object.values(rules)) expect(complaints(rule, fine)).toEqual([]);
  });
});

/** Files that match may import what matches; others may not. */
function only(
  isMeant: (name: string) => boolean,
  mayImport: (path: string) => boolean,
  advice: string,
): Rule {
  return (source) =>
    mayImport(source.path)
      ? []
      : importsOf(source)
          .filter(isMeant)
          .map((name) => `imports ${name}; ${advice}`);
}

/** Of this repository's packages, files in the folder may import these. */
function onlyOurs(folder: string, allowed: readonly string[], advice: string): Rule {
  return only(
    (name) => name.startsWith('@holdfast/') && !allowed.includes(name),
    (path) => !path.startsWith(folder),
    advice,
  );
}

function readsEnvironment(source: Source): boolean {
  if (importsOf(source).some((name) => /^(?:node:)?process$/.test(name))) return true;
  return /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\benv\b[^=;\n]*\}\s*=\s*process\b/.test(
    codeOf(source).replaceAll(literal, "''"),
  );
}

/** Without comments, and without templates, in which a program for another process may stand. */
function codeOf({ text }: Source): string {
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(literal, (found) => (found.startsWith('`') ? '``' : found));
}

function complaints(rule: Rule, all: Source[]): string[] {
  return all.flatMap((source) => rule(source).map((complaint) => `${source.path} ${complaint}`));
}

/** What a file names in `import`, `export … from` and `import()`. */
function importsOf(source: Source): string[] {
  const text = codeOf(source);
  const declared = text.matchAll(/^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm);
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"\n$]+)['"]/g);
  return [...declared, ...dynamic].map(([, name]) => name!);
}

/** Files of this repository that a file imports; of a package imported by name, its index. */
function targets(source: Source): string[] {
  return importsOf(source).flatMap((name) => {
    if (name.startsWith('.')) return [resolved(source, name)];
    const [, unit] = /^@holdfast\/([^/]+)/.exec(name) ?? [];
    if (unit === undefined) return [];
    return [`${unit.endsWith('-service') ? 'services' : 'packages'}/${unit}/src/index.ts`];
  });
}

function resolved(source: Source, name: string): string {
  return posix.normalize(posix.join(posix.dirname(source.path), name));
}

/** `packages/warc`, `services/config-service`, `test-e2e`. */
function unitOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'packages' || first === 'services' ? `${first}/${second}` : first;
}

function featureOf(path: string): string | undefined {
  return /^(services\/[^/]+)\/(?:src|test)\/features\/([^/]+)\//.exec(path)?.slice(1).join('/');
}

/** How far up a file of a service stands; 0: everything below the routes, and everything outside services. */
function layerOf(path: string): number {
  if (!path.startsWith('services/')) return 0;
  if (path.endsWith('.routes.ts')) return 1;
  const above = ['app.ts', 'wiring.ts', 'main.ts'].indexOf(basename(path));
  return above === -1 ? 0 : 2 + above;
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/test/');
}

function linesOf({ text }: Source): number {
  return text.split('\n').length - 1;
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}

function sourcesIn(unit: string): Source[] {
  return ['src', 'test']
    .filter((folder) => existsSync(join(root, unit, folder)))
    .flatMap((folder) => readdirSync(join(root, unit, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('generated'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}
