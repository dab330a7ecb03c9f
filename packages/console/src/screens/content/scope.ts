// What is looked at: a namespace, or one AU in it; and the addresses of screens about it.
import { hrefOf, pathOf } from '../../routing/location.ts';

export interface Scope {
  readonly namespace: string;
  /** All AUs when undefined. */
  readonly auid: string | undefined;
}

/** What is meant where none is named: it need not be said. */
export const UNNAMED_NAMESPACE = 'default';

export function scopePath({ namespace, auid }: Scope): string {
  return pathOf('/content/:namespace/:auid?', { namespace, ...(auid !== undefined && { auid }) });
}

export function artifactHref(uuid: string, namespace: string): string {
  return hrefOf(pathOf('/artifacts/:uuid', { uuid }), { namespace });
}
