// Options of an import; the namespace is remembered.

import { recall, remember } from '../../browser/local-storage.ts';
import type { ImportOptions } from '../../imports/import-queue.ts';

const NAMESPACE = 'import.namespace';

export function parseOptions(query: URLSearchParams): ImportOptions {
  return {
    namespace: query.get('namespace') ?? recall(NAMESPACE) ?? 'default',
    auid: query.get('auid') ?? '',
    storeDuplicate: false,
    excludeStatusPattern: '',
    quarantine: false,
    again: query.get('again') === 'true',
  };
}

export function rememberOptions({ namespace }: ImportOptions): void {
  remember(NAMESPACE, namespace);
}

/** Namespace syntax of the interface: letters, digits, `.`, `_` and `-`, starting with a letter or digit. */
export const isNamespace = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(text);

/** Checks the syntax of a pattern. The service supports fewer patterns and makes the final check. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
