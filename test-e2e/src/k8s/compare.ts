// Compares the objects that kustomize and Helm render.
import type { Manifest } from './manifests.ts';

const HASH = /-[0-9a-z]{10}$/;

/** Returns the objects by kind and name. The names of generated ConfigMaps, and references to them, lose their hash. */
export function indexObjects(objects: readonly Manifest[]): Record<string, Manifest> {
  const generated = objects.filter(({ kind, metadata }) => kind === 'ConfigMap' && HASH.test(metadata.name));
  let text = JSON.stringify(objects);
  for (const { metadata } of generated) {
    text = text.replaceAll(`"${metadata.name}"`, JSON.stringify(metadata.name.replace(HASH, '')));
  }
  const renamed: Manifest[] = JSON.parse(text);
  const entries = renamed.map((object) => [`${object.kind}/${object.metadata.name}`, object]);
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new Error('an object is there twice');
  return Object.fromEntries(entries);
}
