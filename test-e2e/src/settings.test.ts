// The README's tables name every setting that the programs read, and none that they do not.
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const readers = [
  'services/repository-service/src/env.ts',
  'services/repository-service/src/maintenance/settings.ts',
  'services/config-service/src/env.ts',
  'services/config-service/src/features/platform/node-settings.ts',
  'packages/http-kit/src/settings/common.ts',
  'packages/object-store/src/settings-spec.ts',
  'packages/standalone/src/settings.ts',
];

it('has every setting in a table', () => {
  const inCode = readers.flatMap((path) =>
    [...read(path).matchAll(/(?:name: |periodSpec\(\s*)'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name!),
  );
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const inReadme = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
  );
  expect([...new Set(inReadme)].sort()).toEqual(
    [
      ...new Set([
        ...inCode,
        'REPOSITORY_PORT',
        'CONFIG_PORT',
        'REPOSITORY_METRICS_PORT',
        'CONFIG_METRICS_PORT',
      ]),
    ].sort(),
  );
});
