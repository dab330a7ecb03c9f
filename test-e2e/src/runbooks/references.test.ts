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

describe.each(runbookPages)('%s', (page) => {
  const text = readFileSync(join(runbooksProjectFolder, 'docs/runbooks', page), 'utf8');

  it('names files and pages that are there', () => {
    const beside = [...text.matchAll(/(?<![\w/-])([a-z-]+\.md)\b/g)].map(([, name]) =>
      join('docs/runbooks', name!),
    );
    const paths = [...text.matchAll(/\b((?:k8s|services|scripts)\/[\w./-]+\w)/g)].map(([, path]) => path!);
    expect([...beside, ...paths].filter((path) => !existsSync(join(runbooksProjectFolder, path)))).toEqual(
      [],
    );
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
