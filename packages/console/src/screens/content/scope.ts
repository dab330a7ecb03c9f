// Scope of the content screens: a namespace, or one AU in it.
import { hrefOf, pathOf } from '../../routing/location.ts';

export interface Scope {
  readonly namespace: string;
  /** Undefined for all AUs. */
  readonly auid: string | undefined;
}

/** Namespace that is used if none is given. */
export const UNNAMED_NAMESPACE = 'default';

export function scopePath({ namespace, auid }: Scope): string {
  return pathOf('/content/:namespace/:auid?', { namespace, ...(auid !== undefined && { auid }) });
}

export function artifactHref(uuid: string, namespace: string): string {
  return hrefOf(pathOf('/artifacts/:uuid', { uuid }), { namespace });
}
