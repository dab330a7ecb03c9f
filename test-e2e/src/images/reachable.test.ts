import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { findUnreachable } from './reachable.ts';

it('finds modules and packages that no program of an image would load', async () => {
  const folder = await createTemporaryFolder();
  const [one, kit] = ['services/one', 'node_modules/@holdfast/kit'];
  const named = (name: string, more = '') => `{ "name": "${name}"${more} }`;
  const files = {
    [`${one}/dist/main.js`]:
      "import { a } from './a.js';\nconst worker = new URL('./worker.js', import.meta.url);",
    [`${one}/dist/a.js`]: "export { kit } from '@holdfast/kit/sub';\nimport '../early/ports.mjs';",
    [`${one}/dist/worker.js`]: "await import('./lazy.js');",
    [`${one}/dist/lazy.js`]: "import { run } from 'direct/part';",
    [`${one}/dist/fixture.js`]: "import './a.js';",
    [`${one}/early/ports.mjs`]: 'export const port = 1;',
    [`${one}/early/faults.mjs`]: 'export const fault = 1;',
    [`${kit}/package.json`]:
      '{ "exports": { ".": "./dist/index.js", "./sub": { "default": "./dist/sub.js" } } }',
    [`${kit}/dist/index.js`]: "export * from './sub.js';\nimport 'unused';",
    [`${kit}/dist/sub.js`]: 'export const kit = 1;',
    'node_modules/direct/package.json': named('direct', ', "dependencies": { "@scope/indirect": "1" }'),
    'node_modules/@scope/indirect/package.json': named('@scope/indirect'),
    'node_modules/unused/package.json': named('unused'),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  expect(findUnreachable(folder, [`${one}/dist/main.js`])).toEqual([
    `${kit}/dist/index.js`,
    'node_modules/unused',
    `${one}/dist/fixture.js`,
    `${one}/early/faults.mjs`,
  ]);
});
