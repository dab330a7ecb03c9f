// Checks objects of other projects' kinds against the types and schemas that @kubernetes-models publishes: the Gateway
// API, the Prometheus operator, CloudNativePG and the External Secrets Operator.
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, installCachedTool } from '@holdfast/testkit';
import type { BuiltTool } from './go-tool.ts';
import type { Manifest } from './manifests.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 10 * 60_000;

/** Packages with the kinds of each API group. */
const PACKAGES: Readonly<Record<string, { readonly name: string; readonly version: string }>> = {
  'gateway.networking.k8s.io': { name: '@kubernetes-models/gateway-api', version: '2.0.0' },
  'monitoring.coreos.com': { name: '@kubernetes-models/prometheus-operator', version: '6.0.0' },
  'postgresql.cnpg.io': { name: '@kubernetes-models/cloudnative-pg', version: '2.0.0' },
  'external-secrets.io': { name: '@kubernetes-models/external-secrets', version: '2.0.0' },
};

/** Installs the packages. The program is the folder that contains node_modules. */
export async function installForeignKinds(): Promise<BuiltTool> {
  const packages = Object.values(PACKAGES).map(({ name, version }) => `${name}@${version}`);
  const make = async (folder: string) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts'];
    await run('npm', ['install', ...quiet, ...packages], { cwd: folder, timeout: TIMEOUT_MS });
  };
  try {
    return {
      program: await installCachedTool({ name: 'kubernetes-models-1', make, makeTimeoutMs: TIMEOUT_MS }),
    };
  } catch (error) {
    return { missing: `kubernetes-models: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** Returns whether a package describes the kind of the object. */
export function isForeignKind({ apiVersion }: Manifest): boolean {
  return groupOf(apiVersion) in PACKAGES;
}

/** Resolves if all objects are valid. Rejects with the messages of the compiler (unknown fields) or of the schema. */
export async function checkForeignObjects(installed: string, objects: readonly Manifest[]): Promise<void> {
  const folder = await createTemporaryFolder();
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const lines = objects.map((object, index) => {
    const path = `${PACKAGES[groupOf(object.apiVersion)]!.name}/${object.apiVersion}`;
    const { apiVersion: _version, kind, ...rest } = object;
    const of = JSON.stringify(rest, undefined, 1);
    return `import { ${kind} as Kind${index} } from '${path}';\nnew Kind${index}(${of}).validate();\n`;
  });
  await writeFile(join(folder, 'objects.ts'), lines.join(''));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'];
  await runHere(folder, [compiler, ...options, '--types', '', 'objects.ts']);
  await runHere(folder, ['objects.ts']);
}

function groupOf(apiVersion: string): string {
  return apiVersion.split('/')[0]!;
}

async function runHere(cwd: string, args: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [...args], { cwd, timeout: TIMEOUT_MS });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}
