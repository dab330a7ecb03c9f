// Checks that everything the runbooks refer to exists, even in commands that the tests cannot run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseComposeFile, readComposeFile } from '../compose/compose-file.ts';
import { extractBlockCommands, extractBlocks, runbookPages, runbooksProjectFolder } from './runbook.ts';

const manifests = readdirSync(join(runbooksProjectFolder, 'k8s'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(join(runbooksProjectFolder, 'k8s', file), 'utf8'))
  .flatMap((text) => text.split(/^---$/m));
const objects = new Set(
  manifests.map((text) => {
    const [, kind = ''] = /^kind: (\w+)$/m.exec(text) ?? [];
    const [, name = ''] = /^ {2}name: (\S+)$/m.exec(text) ?? [];
    return `${kind.toLowerCase()}/${name}`;
  }),
);

const { ARCHIVE_FILES } = (await import(
  join(runbooksProjectFolder, 'scripts/release/archive-files.mjs')
)) as { readonly ARCHIVE_FILES: readonly string[] };

/** Commands that build something from the sources. */
const NEEDS_CLONE = /^(?:npm run image|docker build) /;

function isInArchive(path: string): boolean {
  return ARCHIVE_FILES.some((file) => file.startsWith(path) || `${path}/`.startsWith(`${file}/`));
}

it('names files of the self-contained archive that the project has', () => {
  expect(ARCHIVE_FILES.filter((path) => !existsSync(join(runbooksProjectFolder, path)))).toEqual([]);
  // The archive must not contain whole folders of `config`, because an operator's files there may be secret.
  expect(ARCHIVE_FILES.filter((path) => /^config(?:\/\w+)?$/.test(path))).toEqual([]);
  const bound = Object.values(parseComposeFile(readComposeFile()).services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('./'))
    .map((volume) => volume.split(':')[0]!.slice(2));
  expect(bound.filter((path) => !isInArchive(path))).toEqual([]);
});

describe.each(runbookPages)('%s', (page) => {
  const text = readFileSync(join(runbooksProjectFolder, 'docs/runbooks', page), 'utf8');

  it('names files and pages that are there', () => {
    const filesNextToRunbooks = [...text.matchAll(/(?<![\w/-])([a-z-]+\.md)\b/g)].map(([, name]) =>
      join('docs/runbooks', name!),
    );
    const paths = [...text.matchAll(/\b((?:k8s|services|scripts)\/[\w./-]+\w)/g)].map(([, path]) => path!);
    expect(
      [...filesNextToRunbooks, ...paths].filter((path) => !existsSync(join(runbooksProjectFolder, path))),
    ).toEqual([]);
  });

  it('needs no file that the self-contained archive lacks', () => {
    const paths = extractBlocks(page)
      .flatMap(({ commands }) => commands)
      .filter((command) => !NEEDS_CLONE.test(command))
      .flatMap((command) => [
        ...command.matchAll(
          /(?<![\w/$"-])(?:k8s|scripts|examples|config|monitoring|services|packages)\/[\w./-]*/g,
        ),
      ])
      .map(([path]) => path);
    expect(paths.filter((path) => !isInArchive(path))).toEqual([]);
  });

  it('names objects of the cluster that are there', () => {
    const named = extractBlockCommands(page, 'cluster').flatMap((command) => [
      ...[...command.matchAll(/(?<![\w-])(deployment|statefulset|service|cronjob)\/([a-z-]+)/g)].map(
        ([found]) => found,
      ),
      ...[...command.matchAll(/\bhorizontalpodautoscaler ([a-z-]+)/g)].map(
        ([, name]) => `horizontalpodautoscaler/${name}`,
      ),
      ...[...command.matchAll(/\bexec ([a-z-]+)-0 /g)].map(([, name]) => `statefulset/${name}`),
    ]);
    expect(named.filter((name) => !objects.has(name))).toEqual([]);
  });

  it('names containers that docker-compose.yml has', () => {
    const { services } = parseComposeFile(readComposeFile());
    const named = extractBlockCommands(page, 'docker').flatMap((command) => {
      const found = command.matchAll(/docker compose (?:(?:exec (?:-T )?|run --rm )([a-z-]+)|stop (.*))/g);
      return [...found].flatMap(([, one, several]) => one ?? several!.split(' '));
    });
    expect(named.filter((name) => !(name in services))).toEqual([]);
  });

  it('marks each block as what it is', () => {
    for (const { kind, commands } of extractBlocks(page)) {
      expect(['sh', 'dump', 'cluster', 'docker']).toContain(kind);
      const first = commands[0]!.split(' ')[0]!;
      if (kind === 'docker') expect(['docker', 'cp', 'echo']).toContain(first);
      if (kind === 'cluster') expect(['kubectl', 'helm', 'for']).toContain(first);
      if (kind === 'sh') expect(['kubectl', 'helm', 'docker', 'pg_dump', 'pg_restore']).not.toContain(first);
    }
  });
});

it('has commands to look at', () => {
  expect(runbookPages.flatMap((page) => extractBlockCommands(page, 'sh')).length).toBeGreaterThan(12);
  expect(runbookPages.flatMap((page) => extractBlockCommands(page, 'cluster')).length).toBeGreaterThan(12);
});
