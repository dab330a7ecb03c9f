// Covers: packages/client services
// Runs the example in the client's README against real services; only the addresses are changed. The client is
// installed from its npm tarball outside the workspace.
import { readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, createTestDatabase, startProcess } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'correct: horse, battery';

describe('the client, packed and installed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await runCommand('node', [join(root, 'scripts/pack-client.mjs'), folder], root);
    const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier'];
    await runCommand('npm', ['install', ...quiet, `./${packed}`], folder);
  }, 300_000);

  it('runs the example of its README, which does what it says', async () => {
    const [repository, config] = await startBothServices();
    const printed = /^```js\n(.*?)^```$/ms.exec(
      readFileSync(`${root}packages/client/README.md`, 'utf8'),
    )![1]!;
    const program = printed.replace(/http:\S+:24610/, repository).replace(/http:\S+:24620/, config);
    expect(program).toContain(`'${repository}'`);
    expect(program).toContain(`'${config}'`);
    await symlink(join(root, 'examples'), join(folder, 'examples'));
    const args = ['--input-type=module', '--eval', program];
    const started = await startProcess(process.execPath, args, { cwd: folder, env: { PASSWORD: password } });
    expect({ ...(await started.exited), said: started.output() }).toMatchObject({ code: 0 });

    const lines = started.output().trimEnd().split('\n');
    expect(lines.slice(0, 5)).toEqual(
      Array(5).fill(expect.stringMatching(/^OK http:\/\/www\.example\.org\//)),
    );
    expect(lines.slice(5, 11)).toEqual(Array(6).fill(expect.stringMatching(/^[0-9a-f-]{36} http:\S+ \d+$/)));
    expect(lines.slice(11)).toEqual(['14', expect.stringMatching(/^400 .*"auid".* [0-9a-f-]{36}$/)]);
    expect(await readFile(join(folder, 'robots.txt'), 'utf8')).toBe('User-agent: *\n');
  }, 120_000);

  it('has its types: the compiler takes a right program and refuses a wrong one', async () => {
    const check = async (argument: string) => {
      await writeFile(join(folder, 'program.ts'), formatTypedProgram(argument));
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
      const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const args = [compiler, ...options, ...nodeTypes, 'program.ts'];
      const started = await startProcess(process.execPath, args, { cwd: folder });
      return { ...(await started.exited), said: started.output() };
    };
    expect(await check("auid: 'a'")).toMatchObject({ code: 0, said: '' });
    expect(await check('auid: 1')).toMatchObject({ said: expect.stringContaining('TS2322') });
  }, 120_000);
});

const packed = 'holdfast-client-0.1.0.tgz';

const formatTypedProgram = (argument: string) => `
import { createRepositoryClient } from '@holdfast/client';
const repository = createRepositoryClient({ url: 'http://127.0.0.1:1', user: 'u', password: 'p' });
const page = await repository.getArtifacts({ ${argument} });
const sizes: (number | undefined)[] = page.artifacts.map(({ contentLength }) => contentLength);
console.log(sizes);
`;

async function runCommand(command: string, args: readonly string[], cwd: string): Promise<void> {
  const started = await startProcess(command, [...args], { cwd });
  expect({ ...(await started.exited), said: started.output() }).toMatchObject({ code: 0 });
}

async function startBothServices(): Promise<[repository: string, config: string]> {
  const [repository, config] = await Promise.all([
    startRepository({
      databaseUrl: (await createTestDatabase()).url,
      objectStore: `fs:${await createTemporaryFolder()}`,
      env: { ADMIN_PASSWORD: password },
    }),
    startConfig((await createTestDatabase()).url, password),
  ]);
  return [repository.client.url, config.url];
}
