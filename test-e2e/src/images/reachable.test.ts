import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { findUnreachableFiles } from './reachable.ts';

it('finds own files that no program of an image would load', async () => {
  const folder = await createTemporaryFolder();
  const kit = 'node_modules/@holdfast/kit';
  const files = {
    'dist/main.js': "import { a } from './a.js';\nconst worker = new URL('./worker.js', import.meta.url);",
    'dist/a.js': "export { kit } from '@holdfast/kit/sub';",
    'dist/worker.js': "await import('./lazy.js');",
    'dist/lazy.js': 'run();',
    'dist/types.js': '// Types only.\nexport {};\n//# sourceMappingURL=types.js.map',
    'dist/fixture.js': "import './a.js';",
    [`${kit}/package.json`]: '{ "exports": { ".": "./dist/index.js", "./sub": "./dist/sub.js" } }',
    [`${kit}/dist/index.js`]: "export * from './sub.js';",
    [`${kit}/dist/sub.js`]: 'export const kit = 1;',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  expect(findUnreachableFiles(folder, ['dist/main.js'])).toEqual(['dist/fixture.js', `${kit}/dist/index.js`]);
});
