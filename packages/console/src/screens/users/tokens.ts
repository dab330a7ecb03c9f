// Loads the API tokens of both services.
import { canCall, configuration, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { mergeTokenLists, type TokenList } from './token-lists.ts';

/** Operations on API tokens, which both services have. */
export type TokensClient = Pick<typeof configuration, 'getTokens' | 'postToken' | 'deleteToken'>;

export const getTokensClient = (service: ServiceId): TokensClient =>
  service === 'repository' ? repository : configuration;

const SERVICES = ['configuration', 'repository'] as const;

/** Loads the tokens of both services. Rejects only if no service responds. */
export async function loadTokens(signal: AbortSignal): Promise<TokenList[]> {
  const asked = SERVICES.filter((service) => canCall(service, 'getTokens'));
  const answers = await Promise.allSettled(
    asked.map((service) => getTokensClient(service).getTokens({}, { signal })),
  );
  const lists = answers.flatMap((answer, at): TokenList[] =>
    answer.status === 'fulfilled' ? [{ services: [asked[at]!], tokens: answer.value }] : [],
  );
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (lists.length === 0 && failed !== undefined) throw failed.reason;
  return mergeTokenLists(lists);
}
