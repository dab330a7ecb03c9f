// Downloads the client generators from their usual sources, once per machine, into the user's cache.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool, installPythonTool } from '@holdfast/testkit';

const run = promisify(execFile);
const TIMEOUT_MS = 4 * 60_000;
const OPENAPI_GENERATOR = '7.14.0';
const HEY_API = '0.99.0';
const TYPESCRIPT = '5.9.3';

export type InstalledGenerator = { readonly path: string } | { readonly missing: string };

/**
 * Installs a Python environment with openapi-python-client and the packages that both generated Python clients import.
 */
export const installClientPython = () =>
  installPythonTool({
    name: 'openapi-python-client',
    version: '0.29.1',
    module: 'openapi_python_client',
    install: [['--requirement', join(import.meta.dirname, 'requirements.txt')]],
  });

/** Downloads openapi-generator. Returns the path of its JAR. */
export const installOpenapiGenerator = (): Promise<InstalledGenerator> =>
  install(`openapi-generator-${OPENAPI_GENERATOR}`, async (folder) => {
    await run('java', ['-version']);
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
    const options = ['--batch-mode', '--quiet', `-DoutputDirectory=${folder}`];
    await run('mvn', [...options, 'dependency:copy', artifact], { timeout: TIMEOUT_MS });
  }).then((found) =>
    'path' in found ? { path: join(found.path, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`) } : found,
  );

/**
 * Installs @hey-api/openapi-ts, the TypeScript compiler and Node's types. Returns the folder that contains
 * node_modules.
 */
export const installHeyApi = (): Promise<InstalledGenerator> =>
  install(`hey-api-${HEY_API}`, async (folder) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const packages = [`@hey-api/openapi-ts@${HEY_API}`, `typescript@${TYPESCRIPT}`, '@types/node@24.19.2'];
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts'];
    await run('npm', ['install', ...quiet, ...packages], { cwd: folder, timeout: TIMEOUT_MS });
  });

async function install(name: string, make: (folder: string) => Promise<void>): Promise<InstalledGenerator> {
  try {
    process.stderr.write(`using ${name}; fetched once: half a minute or so\n`);
    return { path: await installCachedTool({ name, make, makeTimeoutMs: TIMEOUT_MS }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'its program is not on this machine' : message.split('\n')[0];
    return { missing: `${name} cannot be run: ${reason}` };
  }
}
