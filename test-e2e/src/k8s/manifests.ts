// Builds the Kubernetes objects of an overlay with kustomize and validates them with Kubernetes' own code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GoTool, readOutput } from './go-tool.ts';

export const k8sFolder = fileURLToPath(new URL('../../../k8s', import.meta.url));

export const kustomizeTool: GoTool = {
  name: 'kustomize',
  version: 'v5.8.1',
  package: 'sigs.k8s.io/kustomize/kustomize/v5',
};
export const validatorTool: GoTool = {
  name: 'k8s-validator',
  folder: fileURLToPath(new URL('validator', import.meta.url)),
};

export const overlays = readdirSync(join(k8sFolder, 'overlays')).sort();

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds, which Kubernetes' own code has already validated.
export type Manifest = any;

export interface K8sPrograms {
  kustomize: string;
  validator: string;
}

export function buildOverlay({ kustomize }: Pick<K8sPrograms, 'kustomize'>, folder: string): Promise<string> {
  return readOutput(kustomize, ['build', folder]);
}

export async function validateManifests(
  { validator }: Pick<K8sPrograms, 'validator'>,
  yaml: string,
): Promise<{ objects: Manifest[]; faults: string[] }> {
  return JSON.parse(await readOutput(validator, [], yaml));
}

/** Returns the pod template of a workload. Returns undefined for other objects. */
export function findPodTemplate({ spec }: Manifest): Manifest {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}
