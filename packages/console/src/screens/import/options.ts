// Options of an import. The namespace is stored in the browser.

import { readStoredChoice, storeChoice } from '../../browser/local-storage.ts';
import type { ImportOptions } from '../../imports/import-queue.ts';

const NAMESPACE = 'import.namespace';

export function parseImportOptions(query: URLSearchParams): ImportOptions {
  return {
    namespace: query.get('namespace') ?? readStoredChoice(NAMESPACE) ?? 'default',
    auid: query.get('auid') ?? '',
    storeDuplicate: false,
    excludeStatusPattern: '',
    quarantine: false,
    again: query.get('again') === 'true',
  };
}

export function storeImportOptions({ namespace }: ImportOptions): void {
  storeChoice(NAMESPACE, namespace);
}

/**
 * Checks the namespace syntax of the interface: letters, digits, `.`, `_` and `-`, beginning with a letter or digit.
 */
export const isValidNamespace = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(text);

/** Checks the syntax of a pattern. The service checks the pattern more strictly. */
export function isValidPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
