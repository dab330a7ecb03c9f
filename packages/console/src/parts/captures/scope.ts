// Scope of the content screens: a namespace, or one AU in it.
import { formatHref, formatPath } from '../../routing/location.ts';

export interface ContentScope {
  readonly namespace: string;
  /** Undefined if the scope is the whole namespace. */
  readonly auid: string | undefined;
}

/** Default namespace, unless a setting of the repository service names another one. */
export const DEFAULT_NAMESPACE = 'default';

export function formatScopePath({ namespace, auid }: ContentScope): string {
  return formatPath('/content/:namespace/:auid?', { namespace, ...(auid !== undefined && { auid }) });
}

export function formatArtifactHref(uuid: string, namespace: string): string {
  return formatHref(formatPath('/artifacts/:uuid', { uuid }), { namespace });
}
