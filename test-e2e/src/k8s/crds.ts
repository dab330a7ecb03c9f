// Installs the CustomResourceDefinitions of other projects from their Go modules, for the kinds that the components and
// examples use.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from '@holdfast/testkit';
import { makeGoVariables } from './env.ts';
import type { BuiltTool } from './go-tool.ts';
import { type Manifest, parseManifests } from './manifests.ts';

export interface CrdSource {
  /** API group of the kinds. */
  readonly group: string;
  readonly module: string;
  readonly version: string;
  /** Plural names of the kinds that the manifests use. */
  readonly kinds: readonly string[];
  /** Folder of the definitions in the module. Undefined if the module contains only Go types. */
  readonly folder?: string;
}

export const CRD_SOURCES: readonly CrdSource[] = [
  {
    group: 'gateway.networking.k8s.io',
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.4.1',
    folder: 'config/crd/standard',
    kinds: ['httproutes'],
  },
  {
    group: 'monitoring.coreos.com',
    module: 'github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring',
    version: 'v0.92.1',
    kinds: ['podmonitors', 'prometheusrules'],
  },
  {
    group: 'postgresql.cnpg.io',
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.28.0',
    folder: 'config/crd/bases',
    kinds: ['clusters', 'databases'],
  },
  {
    group: 'external-secrets.io',
    module: 'github.com/external-secrets/external-secrets',
    version: 'v0.16.2',
    folder: 'config/crds/bases',
    kinds: ['externalsecrets'],
  },
  {
    group: 'snapshot.storage.k8s.io',
    module: 'github.com/kubernetes-csi/external-snapshotter/client/v8',
    version: 'v8.4.0',
    folder: 'config/crd',
    kinds: ['volumesnapshots'],
  },
];

/** Generates the CustomResourceDefinitions of the Prometheus operator from its Go types. */
const GENERATOR = 'sigs.k8s.io/controller-tools/cmd/controller-gen@v0.20.0';

const makeTimeoutMs = 10 * 60_000;

/** Installs the definitions of a project. The result contains the path of a folder with one YAML file for each kind. */
export async function installCrds(source: CrdSource): Promise<BuiltTool> {
  const make = async (folder: string) => {
    await mkdir(folder, { recursive: true });
    const downloaded = await runGo(
      ['mod', 'download', '-json', `${source.module}@${source.version}`],
      folder,
    );
    const module: string = JSON.parse(downloaded).Dir;
    if (source.folder === undefined) {
      await runGo(['run', '-p', '2', GENERATOR, 'crd', 'paths=./v1', `output:crd:dir=${folder}`], module);
      return;
    }
    const files = source.kinds.map((kind) => `${source.group}_${kind}.yaml`);
    for (const file of files) await copyFile(join(module, source.folder, file), join(folder, file));
  };
  try {
    const name = `crds-${source.group}-${source.version}`;
    return { program: await installCachedTool({ name, make, makeTimeoutMs }) };
  } catch (error) {
    const { code, stdout, stderr, message } = error as NodeJS.ErrnoException &
      Record<'stdout' | 'stderr', string>;
    const reason = code === 'ENOENT' ? 'there is no Go on this machine' : stderr || stdout || message;
    return { missing: `definitions of ${source.group}: ${reason.trim().replace(/\s+/g, ' ')}` };
  }
}

/** Reads the installed definitions of the kinds that the manifests use. */
export async function readCrds({ group, kinds }: CrdSource, folder: string): Promise<Manifest[]> {
  const files = kinds.map((kind) => readFile(join(folder, `${group}_${kind}.yaml`), 'utf8'));
  return (await Promise.all(files)).flatMap(parseManifests);
}

/** Returns the source of the definition of an object's kind. Returns undefined for Kubernetes' own kinds. */
export function findCrdSource({ apiVersion }: Manifest): CrdSource | undefined {
  return CRD_SOURCES.find(({ group }) => apiVersion?.startsWith(`${group}/`));
}

async function runGo(args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: makeGoVariables(''), timeout: makeTimeoutMs, maxBuffer: 16 * 1024 * 1024 };
  return (await promisify(execFile)('go', [...args], options)).stdout;
}
