// Covers: packages/api-types services/repository-service/src/features services/config-service/src/features
// Tests clients that third-party generators create from the two OpenAPI documents as served. Each client imports an
// archive, updates an artifact, runs a bulk transfer, lists artifacts, queries CDX, and changes the configuration.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { installClientPython, installHeyApi, installOpenapiGenerator } from './generators.ts';

const [python, generator, heyApi] = await Promise.all([
  installClientPython(),
  installOpenapiGenerator(),
  installHeyApi(),
]);
const missing = [python, generator, heyApi].flatMap((tool) => ('missing' in tool ? [tool.missing] : []));
for (const reason of missing) process.stderr.write(`NOT RUN: "generated clients": ${reason}.\n`);

const documents = ['repository', 'configuration'] as const;
const password = 'correct: horse, battery';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const archive = join(root, 'examples/sample.warc.gz');
const timeoutMs = 600_000;
const programs = promisify(execFile);

describe('a generated client', () => {
  let folder: string;
  let urls: readonly [string, string];
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    const repository = await startRepository({
      databaseUrl: (await createTestDatabase()).url,
      objectStore: `fs:${await createTemporaryFolder()}`,
      env: { ADMIN_PASSWORD: password },
    });
    const config = await startConfig((await createTestDatabase()).url, password);
    urls = [repository.client.url, config.url];
    for (const [index, name] of documents.entries()) {
      const answer = await fetch(`${urls[index]}/openapi.json`);
      await writeFile(join(folder, `${name}.json`), await answer.text());
    }
  }, 120_000);

  const documentOf = (name: string) => join(folder, `${name}.json`);
  const run = (program: string, args: readonly string[], cwd = folder) =>
    programs(program, [...args], { cwd, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 });
  /** Runs a program that uses both generated clients. Returns the results of its calls. */
  const drive = async (program: string, args: readonly string[]) => {
    const { stdout } = await run(program, [...args, ...urls, password, archive]);
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as unknown;
  };
  const whole = (handle: string, key: string) => ({
    imported: Array(5).fill('OK'),
    listed: 5,
    updated: false,
    bulk: [200, 200],
    captures: expect.any(Number),
    configuration: { handle },
    stored: 200,
    read: `org.lockss.${key} = 1\n`,
  });

  const withPython = 'python' in python ? it : it.skip;
  const interpreter = 'python' in python ? python.python : '';

  withPython(
    'of openapi-python-client works',
    async () => {
      const packages = join(folder, 'openapi-python-client');
      await mkdir(packages);
      for (const name of documents) {
        const output = ['--meta', 'none', '--output-path', join(packages, name)];
        const args = ['-m', 'openapi_python_client', 'generate', '--path', documentOf(name), ...output];
        await run(interpreter, args);
      }
      const program = join(import.meta.dirname, 'openapi_python_client.py');
      expect(await drive(interpreter, [program, packages])).toEqual(whole('python-one', 'python.one'));
    },
    timeoutMs,
  );

  const withGenerator = 'python' in python && 'path' in generator ? it : it.skip;

  withGenerator(
    'of openapi-generator for Python works',
    async () => {
      const jar = 'path' in generator ? generator.path : '';
      const packages = join(folder, 'openapi-generator');
      await mkdir(packages);
      for (const name of documents) {
        const made = join(folder, `openapi-generator-${name}`);
        const args = ['generate', '-g', 'python', '-i', documentOf(name), '-o', made, '--package-name', name];
        await run('java', ['-jar', jar, ...args]);
        await symlink(join(made, name), join(packages, name));
      }
      const program = join(import.meta.dirname, 'openapi_generator.py');
      expect(await drive(interpreter, [program, packages])).toEqual(whole('python-two', 'python.two'));
    },
    timeoutMs,
  );

  const withHeyApi = 'path' in heyApi ? it : it.skip;

  withHeyApi(
    'of @hey-api/openapi-ts compiles and works',
    async () => {
      const home = 'path' in heyApi ? heyApi.path : '';
      const made = join(folder, 'hey-api');
      await mkdir(made);
      await symlink(join(home, 'node_modules'), join(made, 'node_modules'));
      const openapiTs = join(home, 'node_modules/@hey-api/openapi-ts/bin/run.js');
      for (const name of documents) {
        const args = ['-i', documentOf(name), '-o', name, '-c', '@hey-api/client-fetch', '--no-log-file'];
        await run(process.execPath, [openapiTs, ...args], made);
      }
      await copyFile(join(import.meta.dirname, 'hey-api.ts.txt'), join(made, 'hey-api.ts'));
      const strict = ['--strict', '--skipLibCheck', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
      const modules = ['--module', 'commonjs', '--moduleResolution', 'node10', '--types', 'node'];
      const compiler = join(home, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [compiler, ...strict, ...modules, '--outDir', 'js', 'hey-api.ts'], made);
      const driven = await drive(process.execPath, [join(made, 'js/hey-api.js')]);
      expect(driven).toEqual(whole('typescript', 'typescript'));
    },
    timeoutMs,
  );

  withPython('can be made from the sources, which PyYAML reads', async () => {
    const sources = documents.map((name) => join(root, `packages/api-types/openapi/${name}.yaml`));
    const program = 'import sys, yaml; [yaml.safe_load(open(path)) for path in sys.argv[1:]]';
    await run(interpreter, ['-c', program, ...sources]);
  });
});
