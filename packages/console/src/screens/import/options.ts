// What an import is to do, as the form has it; what was chosen is there again next time.

import { recall, remember } from '../../browser/remembered.ts';
import type { ImportOptions } from '../../imports/import-queue.ts';

const NAMESPACE = 'import.namespace';

export function optionsFrom(query: URLSearchParams): ImportOptions {
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

/** As the contract says it: letters, digits, `.`, `_` and `-`, a letter or digit first. */
export const isNamespace = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(text);

/** Whether it can be a pattern; the service, whose patterns are fewer, has the last word. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
