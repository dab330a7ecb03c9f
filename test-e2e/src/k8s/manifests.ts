// Builds the Kubernetes objects of an overlay with kustomize or Helm, and validates them with Kubernetes' own code.
import { readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';
import { parseAllDocuments } from 'yaml';
import { type GoTool, readOutput } from './go-tool.ts';

export const k8sFolder = fileURLToPath(new URL('../../../k8s', import.meta.url));

export const kustomizeTool: GoTool = {
  name: 'kustomize',
  version: 'v5.8.1',
  package: 'sigs.k8s.io/kustomize/kustomize/v5',
};
export const helmTool: GoTool = {
  name: 'helm',
  version: 'v4.3.1',
  package: 'helm.sh/helm/v4/cmd/helm',
};
export const validatorTool: GoTool = {
  name: 'k8s-validator',
  folder: fileURLToPath(new URL('validator', import.meta.url)),
};

export const overlays = readdirSync(join(k8sFolder, 'overlays')).sort();

/** Components that no overlay uses. The chart has the value `monitoring.runbookAddress` instead of `runbook-address`. */
export const optionalComponents = readdirSync(join(k8sFolder, 'components')).filter(
  (name) =>
    name !== 'runbook-address' &&
    overlays.every((overlay) => !readOverlay(overlay).includes(`components/${name}\n`)),
);

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds, which Kubernetes' own code has already validated.
export type Manifest = any;

export interface K8sPrograms {
  kustomize: string;
  validator: string;
}

/** Returns the arguments that enable a component of the chart. */
export function toHelmArguments(component: string): string[] {
  return ['--set', component === 'bridge' ? 'services.bridge.enabled=true' : `components.${component}=true`];
}

export function parseManifests(yaml: string): Manifest[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
}

/** Reads the objects of each file in the components and examples. */
export function readManifestFiles(): { readonly file: string; readonly objects: Manifest[] }[] {
  return readdirSync(k8sFolder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /^(?:components|examples)\/.*\.yaml$/.test(path) && !path.endsWith('kustomization.yaml'),
    )
    .map((file) => ({ file, objects: parseManifests(readFileSync(join(k8sFolder, file), 'utf8')) }));
}

function readOverlay(name: string): string {
  return readFileSync(join(k8sFolder, 'overlays', name, 'kustomization.yaml'), 'utf8');
}

export function buildOverlay({ kustomize }: Pick<K8sPrograms, 'kustomize'>, folder: string): Promise<string> {
  return readOutput(kustomize, ['build', folder]);
}

/**
 * Copies an overlay and adds components to the copy. `components`: names separated by spaces. Returns the folder of the
 * copy.
 */
export async function copyOverlayWith(
  name: string,
  components: string,
  position: 'first' | 'last' = 'first',
): Promise<string> {
  const copy = await createTemporaryFolder();
  await cp(k8sFolder, copy, { recursive: true });
  const file = join(copy, 'overlays', name, 'kustomization.yaml');
  const text = await readFile(file, 'utf8');
  const lines = components.split(' ').map((component) => `  - ../../components/${component}\n`);
  const hasComponents = text.includes('components:\n');
  const base = hasComponents ? text : `${text.trimEnd()}\ncomponents:\n`;
  await writeFile(
    file,
    position === 'last'
      ? `${base.trimEnd()}\n${lines.join('')}`
      : base.replace('components:\n', `components:\n${lines.join('')}`),
  );
  return dirname(file);
}

/** Renders the Helm chart with the values of an overlay and further arguments. */
export function renderChart(
  { helm }: { readonly helm: string },
  overlay: string,
  args: readonly string[] = [],
): Promise<string> {
  const values = join(k8sFolder, 'overlays', overlay, 'values.yaml');
  const fixed = ['--namespace', 'holdfast', '--kube-version', '1.35.0', '--values', values];
  return readOutput(helm, ['template', 'holdfast', k8sFolder, ...fixed, ...args]);
}

export async function validateManifests(
  { validator }: Pick<K8sPrograms, 'validator'>,
  yaml: string,
): Promise<{ objects: Manifest[]; faults: string[] }> {
  return JSON.parse(await readOutput(validator, [], yaml));
}

/** Builds and validates a copy of an overlay with additional components. `components`: names separated by spaces. */
export async function validateOverlayWith(
  programs: K8sPrograms,
  name: string,
  components: string,
  position: 'first' | 'last' = 'first',
): Promise<{ objects: Manifest[]; faults: string[] }> {
  const folder = await copyOverlayWith(name, components, position);
  return await validateManifests(programs, await buildOverlay(programs, folder));
}

/** Returns the pod template of a workload. Returns undefined for other objects. */
export function findPodTemplate({ spec }: Manifest): Manifest {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}
