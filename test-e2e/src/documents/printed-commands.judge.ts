// Covers: docs/queries.md docs/titles.md docs/exports.md docs/configuration.md docs/users.md docs/imports.md packages/cli services
// Runs the shell blocks of these pages unchanged against a node started by `npm start`, in a folder that contains
// `holdfast`.
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, type StartedProcess, startProcess } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adaptToInstallation } from '../readme/first-session.ts';
import { type Installation, prepareInstallation, runNpmStart } from '../readme/installation.ts';
import { documentsProjectFolder } from './documents.ts';
import { findRunnableBlocks, PRINTED_PAGES } from './shell-blocks.ts';

let folder: string;
let installation: Installation;
let running: StartedProcess | undefined;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  installation = await prepareInstallation(join(await createTemporaryFolder(), 'data'), {});
  running = await runNpmStart(installation);
  const password = (await readFile(join(installation.dataFolder, 'admin-password'), 'utf8')).trim();
  await writeFile(join(folder, '.netrc'), `machine 127.0.0.1 login admin password ${password}\n`, {
    mode: 0o600,
  });
  await writeFile(join(folder, 'my-settings.txt'), 'org.lockss.ui.example = 1\n');
  for (const name of ['holdfast', 'examples'])
    await symlink(join(documentsProjectFolder, name), join(folder, name));
  await run('./holdfast import examples/sample.warc.gz --auid sample');
}, 300_000);
afterAll(() => running?.stop());

it.each(PRINTED_PAGES)(
  'commands of %s succeed',
  async (page) => {
    const blocks = findRunnableBlocks(page);
    expect(blocks.length).toBeGreaterThan(0);
    for (const { text } of blocks) await run(text);
  },
  180_000,
);

/** Runs a block in one shell, which stops at the first failure. Sends the password through standard input. */
async function run(block: string): Promise<string> {
  const printed = adaptToInstallation(block, installation)
    .replaceAll(/^(\.\/holdfast user (?:add|hash)[^#\n]*)/gm, "printf 'a long password\\n' | $1")
    .replaceAll(/--if-match TAG/g, "--if-match '*'");
  const shell = await startProcess('bash', ['-c', `set -eu -o pipefail\nexec 2>&1\n${printed}`], {
    cwd: folder,
    env: { ...installation.env, HOME: folder },
  });
  expect({ ...(await shell.exited), printed: shell.output() }).toMatchObject({ code: 0 });
  return shell.output();
}
