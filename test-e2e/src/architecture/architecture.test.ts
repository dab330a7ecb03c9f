// Checks the structure of the repository: imports, layers, file lengths and the number of files per folder. Also checks
// that each rule rejects a copy of the sources that violates it.
import { describe, expect, it } from '@jest/globals';
import { findFullFolders, MAX_FILES } from './folders.ts';
import { findImportCycles, findMutualFolders, findUpwardImports } from './import-graph.ts';
import { LAYERS } from './layers.ts';
import { MAX_MEDIAN_LINES, type Rule, rules } from './rules.ts';
import { countLines, getPackagePath, readAllSources, type Source } from './sources.ts';

const sources = readAllSources();
const REPOSITORY = 'services/repository-service/src';
const CONFIGURATION = 'services/config-service/src';

describe('the architecture', () => {
  it('is looked at as a whole', () => {
    const units = new Set(sources.map(({ path }) => getPackagePath(path)));
    for (const unit of [...Object.keys(LAYERS), 'packages/pg-kit', 'test-e2e', 'bench']) {
      expect(units).toContain(unit);
    }
    for (const unit of Object.keys(LAYERS)) {
      for (const name of LAYERS[unit]!.flat()) {
        expect(sources.some(({ path }) => path.startsWith(`${unit}/src/${name}`))).toBe(true);
      }
    }
  });

  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(collectComplaints(rule, sources)).toEqual([]);
  });

  it('has no import that runs up', () => {
    expect(findUpwardImports(sources)).toEqual([]);
  });

  it('has no two folders that import each other', () => {
    expect(findMutualFolders(sources)).toEqual([]);
  });

  it('has no files that import each other in a circle', () => {
    expect(findImportCycles(sources)).toEqual([]);
  });

  it(`has no folder with more than ${MAX_FILES} files directly in it`, () => {
    expect(findFullFolders(sources)).toEqual([]);
  });

  it(`has a median file of at most ${MAX_MEDIAN_LINES} lines`, () => {
    const lengths = sources.map(countLines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_LINES);
  });
});

describe('each rule about a file', () => {
  it.each([
    ['the environment is read', 'packages/warc/src/x.ts', 'const level = process.env.LEVEL;'],
    ['the environment is read', 'packages/warc/src/x.ts', 'const { env } = process;'],
    ['the environment is read', 'packages/warc/src/x.ts', "import { env } from 'node:process';"],
    ['express is known', 'packages/warc/src/x.ts', "import type { Request } from 'express';"],
    ['kysely is known', `${REPOSITORY}/features/aus/aus.ts`, "import {\n  sql,\n} from 'kysely';"],
    [
      'the AWS SDK is known',
      `${REPOSITORY}/ingest/x.ts`,
      "const s3 = await import(\n'@aws-sdk/client-s3'\n);",
    ],
    ['what ships knows', 'packages/warc/src/x.ts', "import { corpus } from '@holdfast/testkit';"],
    ['what ships knows', 'packages/warc/src/x.ts', "import { readWarc } from '../test/made-records.ts';"],
    ['tests lie in test/', 'packages/warc/src/x.test.ts', ''],
    ['a service is imported', 'packages/cli/src/x.ts', "import { y } from '@holdfast/config-service';"],
    ['a service is imported', `${REPOSITORY}/x.ts`, "export * from '../../config-service/src/y.ts';"],
    ['nothing reaches into', 'packages/cli/src/x.ts', "import '../../warc/src/y.ts';"],
    ['the end-to-end tests', 'test-e2e/src/x.test.ts', "import { y } from '@holdfast/warc';"],
    ['the client knows', 'packages/client/src/x.ts', "import { y } from '@holdfast/http-kit';"],
    ['a screen of the console', 'packages/console/src/screens/au/x.tsx', "import '../aus/y.tsx';"],
    ['routes are imported', `${REPOSITORY}/features/aus/aus.ts`, "import { y } from './aus.routes.ts';"],
    ['no file is longer', 'packages/warc/src/x.ts', '\n'.repeat(301)],
    ['no file is longer', 'packages/warc/src/x.ts', `class A {}\n${'\n'.repeat(400)}`],
    ['no file is longer', 'packages/warc/src/x.ts', `class A {}\nexport class B {}\n${'\n'.repeat(300)}`],
  ])('fails when it is broken: %s', (beginning, path, text) => {
    const broken = Object.entries(rules).filter(
      ([, rule]) => collectComplaints(rule, replaceSource(path, text)).length > 0,
    );
    expect(broken.map(([name]) => name)).toContainEqual(expect.stringMatching(beginning));
  });

  it('lets pass what is as it should be', () => {
    const fine = [
      { path: `${REPOSITORY}/env.ts`, text: 'export const level = process.env.LEVEL;' },
      {
        path: `${REPOSITORY}/features/aus/aus.routes.ts`,
        text: "import { Router } from 'express';\nimport { y } from './aus.ts';",
      },
      { path: `${REPOSITORY}/index/aus/aus.db.ts`, text: "import { sql } from 'kysely';" },
      { path: `${REPOSITORY}/app.ts`, text: "import { y } from './features/aus/aus.routes.ts';" },
      { path: 'packages/warc/src/x.ts', text: `export class A {}\n${'\n'.repeat(399)}` },
      { path: 'packages/object-store/src/s3/x.ts', text: "import { S3Client } from '@aws-sdk/client-s3';" },
      {
        path: 'test-e2e/src/x.test.ts',
        text: "import { corpus } from '@holdfast/testkit';\nimport '@holdfast/client';\nimport './support/y.ts';",
      },
    ];
    for (const rule of Object.values(rules)) expect(collectComplaints(rule, fine)).toEqual([]);
  });
});

describe('each rule about layers and folders', () => {
  it.each([
    [
      'an import from the index to ingest',
      `${REPOSITORY}/index/x.db.ts`,
      "import { y } from '../ingest/y.ts';",
    ],
    ['a type-only import', `${REPOSITORY}/domain/x.ts`, "import type { Y } from '../index/y.ts';"],
    ['an import between features and cli', `${REPOSITORY}/cli/x.ts`, "import '../features/aus/aus.ts';"],
    ['an import of the app', `${CONFIGURATION}/loading/x.ts`, "import { y } from '../app.ts';"],
    ['a dynamic import', `${CONFIGURATION}/index/x.ts`, "await import('../features/aus/aus.ts');"],
    ['a file without a layer', `${CONFIGURATION}/x.ts`, ''],
    ['a folder without a layer', `${CONFIGURATION}/odds-and-ends/x.ts`, ''],
  ])('finds %s', (_what, path, text) => {
    expect(findUpwardImports(replaceSource(path, text))).toHaveLength(1);
  });

  it.each([
    ['side by side', 'packages/warc/src/a/x.ts', 'packages/warc/src/b/y.ts'],
    ['one in the other', 'packages/warc/src/a/x.ts', 'packages/warc/src/a/b/y.ts'],
    ['at different depths', 'packages/warc/src/a/c/x.ts', 'packages/warc/src/b/y.ts'],
  ])('finds two folders that import each other, %s', (_how, one, other) => {
    const there = makeImportingSource(one.replace('x.ts', 'x2.ts'), other);
    const back = makeImportingSource(other.replace('y.ts', 'y2.ts'), one);
    expect(findMutualFolders([...sources, there, back])).toHaveLength(1);
  });

  it('finds a folder with too many files, and an exception that is none any more', () => {
    const many = Array.from({ length: 26 }, (_, i) => ({
      path: `packages/surt/src/many/x${i}.ts`,
      text: '',
    }));
    expect(findFullFolders([...sources, ...many])).toEqual([
      expect.stringMatching(/^packages\/surt\/src\/many has 26 /),
    ]);
    const fewer = sources.filter(({ path }) => !path.startsWith('test-e2e/src/drills/'));
    expect(findFullFolders(fewer)).toEqual([expect.stringMatching(/^test-e2e\/src\/drills is no exception/)]);
  });

  it('finds files in a circle, however long, and of types alone', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `packages/warc/src/${name}.ts`) as [
      string,
      string,
      string,
    ];
    const circle = [makeImportingSource(a, b), makeImportingSource(b, c), makeImportingSource(c, a)];
    expect(findImportCycles([...sources, ...circle])).toEqual([`in a circle: ${a}, ${b}, ${c}`]);
  });
});

/** Returns the sources with one file added or replaced. */
function replaceSource(path: string, text: string): Source[] {
  return [...sources.filter((source) => source.path !== path), { path, text }];
}

/** Returns the text of a file at `path` that imports a type from `target`. */
function makeImportingSource(path: string, target: string): Source {
  const [from, to] = [path.split('/').slice(0, -1), target.split('/')];
  const up = from.map(() => '..').join('/');
  return { path, text: `import type { T } from '${up}/${to.join('/')}';` };
}

function collectComplaints(rule: Rule, all: readonly Source[]): string[] {
  return all.flatMap((source) => rule(source).map((complaint) => `${source.path} ${complaint}`));
}
