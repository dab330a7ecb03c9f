// Checks that everything the documents refer to exists: links and anchors, scripts, commands and source files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import {
  documentsProjectFolder,
  documentTexts,
  extractAnchors,
  extractCommands,
  extractLinks,
  extractSources,
} from './documents.ts';

const documents = [...documentTexts.keys()];

it('looks at all documents', () => {
  for (const path of [
    'README.md',
    'docs/architecture.md',
    'docs/decisions/README.md',
    'packages/client/README.md',
    'services/config-service/README.md',
  ])
    expect(documents).toContain(path);
});

it.each(documents)('%s links to what is there', (path) => {
  const broken = extractLinks(documentTexts.get(path)!).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(documentsProjectFolder, target))) return true;
    return anchor !== undefined && !extractAnchors(documentTexts.get(target) ?? '').includes(anchor);
  });
  expect(broken).toEqual([]);
});

it('names scripts that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync(join(documentsProjectFolder, 'package.json'), 'utf8'));
  const named = documents.flatMap((path) =>
    extractCommands(documentTexts.get(path)!, /\bnpm run ([a-z:]+)/g),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('names judges that there are', async () => {
  const named = documents.flatMap((path) =>
    extractCommands(documentTexts.get(path)!, /\bnpm run judges -- ([a-z][\w-]*)/g),
  );
  expect(named).toEqual(expect.arrayContaining(['bridge', 'existing-clients']));
  const list = await startProcess('node', ['scripts/judges.mjs', '--list', ...named], {
    cwd: documentsProjectFolder,
  });
  expect([await list.exited, list.output()]).toEqual([{ code: 0, signal: null }, expect.any(String)]);
});

it('names commands of holdfast that its help knows', async () => {
  const named = documents.flatMap((path) =>
    extractCommands(documentTexts.get(path)!, /\.\/holdfast ([a-z]+(?:-[a-z]+)*(?: [a-z]+(?=\s|`))?)/g),
  );
  const pairs = named.map((words) => words.split(' ') as [string, string?]);
  const helps = new Map<string, string>();
  for (const command of new Set(pairs.map(([command]) => command))) {
    const help = await startProcess('./holdfast', [command, '--help'], { cwd: documentsProjectFolder });
    expect([command, await help.exited]).toEqual([command, { code: 0, signal: null }]);
    helps.set(command, help.output());
  }
  expect([...helps.keys()].sort()).toEqual([
    'aus',
    'backup',
    'bridge',
    'config',
    'doctor',
    'export',
    'import',
    'keep',
    'migrate',
    'restore',
    'tdb',
    'token',
    'upgrade-database',
    'user',
  ]);
  const isKnown = ([command, word]: [string, string?]) =>
    word === undefined || new RegExp(`\\b${word}\\b`).test(helps.get(command)!);
  expect(pairs.filter((pair) => !isKnown(pair))).toEqual([]);
});

describe('files of the sources', () => {
  // File names in architecture.md are relative to the `src` folder of a service.
  const roots = ['', 'services/repository-service/src', 'services/config-service/src', 'packages'];

  it.each(documents)('that %s names are there', (path) => {
    const from = [dirname(path), join(dirname(path), 'src'), ...roots];
    const missing = extractSources(documentTexts.get(path)!).filter(
      (source) => !from.some((folder) => existsSync(join(documentsProjectFolder, folder, source))),
    );
    expect(missing).toEqual([]);
  });

  it.each(documents.filter((path) => /^(?:packages|services)\/[^/]+\/README|^bench\/README/.test(path)))(
    'lie in the folders that %s lists',
    (path) => {
      const unit = join(documentsProjectFolder, dirname(path));
      const listed = [...documentTexts.get(path)!.matchAll(/^\| \[?`([\w-]+)\/`/gm)].map(([, name]) => name!);
      const isThere = (name: string) => ['', 'src'].some((within) => existsSync(join(unit, within, name)));
      expect(listed.filter((name) => !isThere(name))).toEqual([]);
      const folders = listSubfolders(join(unit, 'src'));
      if (folders.length > 1) expect(folders.filter((name) => !listed.includes(name))).toEqual([]);
    },
  );

  it.each(documents.filter((path) => /^packages\/[^/]+\/README/.test(path)))(
    'have the names in %s',
    (path) => {
      const folder = join(documentsProjectFolder, dirname(path), 'src');
      const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .join('\n');
      const names = [...documentTexts.get(path)!.matchAll(/`(\w*[a-z][A-Z]\w*)`/g)].map(([, name]) => name!);
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
    },
  );

  it('are named by architecture.md', () => {
    expect(extractSources(documentTexts.get('docs/architecture.md')!).length).toBeGreaterThan(30);
  });
});

/** Returns the direct subfolders that are not empty, because Git may leave empty folders behind. */
function listSubfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).length > 0)
    .map(({ name }) => name);
}
