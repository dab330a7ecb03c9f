// Merges the API tokens of services that read the same users file. Sends no requests.
import type { configuration as contract } from '@holdfast/api-types';
import type { ServiceId } from '../../service/session.ts';

export type ListedTokens = contract.components['schemas']['ApiTokens'];
export type ListedToken = contract.components['schemas']['ApiToken'];
export type CreatedToken = contract.components['schemas']['CreatedApiToken'];

export interface TokenList {
  /** Services that have this list. Changes are sent to the first service. */
  readonly services: readonly ServiceId[];
  readonly tokens: ListedTokens;
}

/** Merges the lists if both come from the same revision of the same file, or if neither service has a file. */
export function mergeTokenLists(lists: readonly TokenList[]): TokenList[] {
  const [first, second] = lists;
  if (first === undefined || second === undefined) return [...lists];
  if (JSON.stringify(first.tokens) !== JSON.stringify(second.tokens)) return [...lists];
  return [{ services: [...first.services, ...second.services], tokens: first.tokens }];
}
