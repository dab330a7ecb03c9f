// Finds the namespace that a request accesses, so that it can be compared with the namespaces of an API token.
import type { ShellOptions } from '@holdfast/http-kit';
import { parseExportName } from '../../domain/export/selection.ts';
import { parseWarcName } from '../../domain/replay/warc-name.ts';

type NamespaceFor = NonNullable<ShellOptions['namespaceFor']>;

interface NamespaceParameters {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly fileName?: string;
}

/**
 * Returns a function that finds the namespace of a request. The function returns undefined if the request may access
 * several namespaces.
 */
export function createNamespaceFinder(defaultNamespace: string): NamespaceFor {
  return ({ parameters }, request) => {
    const { namespace, allNamespaces, fileName }: NamespaceParameters = {
      ...request.query,
      ...request.params,
    };
    if (allNamespaces === true) return undefined;
    if (fileName !== undefined) return (parseExportName(fileName) ?? parseWarcName(fileName))?.namespace;
    const isLimited = parameters.some(({ name }) => name === 'namespace');
    return isLimited ? (namespace ?? defaultNamespace) : undefined;
  };
}
