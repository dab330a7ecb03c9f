// The example in the client's README, run as printed against the real services; only addresses are put in.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess, temporaryFolder, testDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'correct: horse, battery';

it("the example of the client's README does what it says", async () => {
  const [folder, [repository, config]] = [await temporaryFolder(), await services()];
  const printed = /^```js\n(.*?)^```$/ms.exec(readFileSync(`${root}packages/client/README.md`, 'utf8'))![1]!;
  const program = printed.replace(/http:\S+:24610/, repository).replace(/http:\S+:24620/, config);
  expect(program).toContain(`'${repository}'`);
  expect(program).toContain(`'${config}'`);

  await mkdir(join(folder, 'node_modules/@holdfast'), { recursive: true });
  await symlink(join(root, 'packages/client'), join(folder, 'node_modules/@holdfast/client'));
  await symlink(join(root, 'examples'), join(folder, 'examples'));
  const args = ['--input-type=module', '--eval', program];
  const started = await startProcess(process.execPath, args, { cwd: folder, env: { PASSWORD: password } });
  expect({ ...(await started.exited), said: started.output() }).toMatchObject({ code: 0 });

  const lines = started.output().trimEnd().split('\n');
  expect(lines.slice(0, 5)).toEqual(Array(5).fill(expect.stringMatching(/^OK http:\/\/www\.example\.org\//)));
  expect(lines.slice(5, 11)).toEqual(Array(6).fill(expect.stringMatching(/^[0-9a-f-]{36} http:\S+ \d+$/)));
  expect(lines.slice(11)).toEqual(['14', expect.stringMatching(/^400 .*"auid".* [0-9a-f-]{36}$/)]);
  expect(await readFile(join(folder, 'robots.txt'), 'utf8')).toBe('User-agent: *\n');
}, 60_000);

async function services(): Promise<[repository: string, config: string]> {
  const [repository, config] = await Promise.all([
    startRepository({
      databaseUrl: (await testDatabase()).url,
      objectStore: `fs:${await temporaryFolder()}`,
      env: { ADMIN_PASSWORD: password },
    }),
    startConfig((await testDatabase()).url, password),
  ]);
  return [repository.client.url, config.url];
}
