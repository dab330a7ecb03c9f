// Tests the error messages for storage servers that are not installed or cannot be installed.
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../src/temporary-folder.ts';

const sources = new URL('../src/clusters/', import.meta.url).href;

it('of a server that cannot be had it says why, and keeps nothing', async () => {
  const folder = await createTemporaryFolder();
  const programs = join(folder, 'bin');
  await mkdir(programs);
  await writeFile(
    join(programs, 'cargo'),
    '#!/bin/sh\necho "error: could not compile blake2" >&2\nexit 101\n',
  );
  await chmod(join(programs, 'cargo'), 0o755);
  const script = `import { findCachedGarage, installGarage } from '${sources}installed-garage.ts';
    import { installSeaweedfs, findCachedSeaweedfs } from '${sources}installed-seaweedfs.ts';
    console.log(JSON.stringify([
      findCachedGarage(), findCachedSeaweedfs(), await installGarage(), await installSeaweedfs(),
    ].map(({ missing }) => missing)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: programs, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') },
  });
  expect(JSON.parse(stdout)).toEqual([
    expect.stringMatching(/^Garage \S+ is not built: npm run drill/),
    expect.stringMatching(/^SeaweedFS \S+ is not installed: npm run drill/),
    expect.stringMatching(/^Garage \S+ could not be built: error: could not compile blake2$/),
    expect.stringMatching(/^SeaweedFS \S+ could not be run: there is no python3/),
  ]);
  expect(await readdir(join(folder, 'cache', 'holdfast'))).toEqual([]);
});
