// One GET of a JSON document from the repository service.
import { type ExchangeOptions, exchange, parsed, refusal } from './exchange.ts';

export type GetOptions = Omit<ExchangeOptions, 'method' | 'body'>;

/** The document of a 200, undefined for a 404 of a service that answers JSON; everything else is RepositoryUnavailableError. */
export async function getJson(url: URL, options: GetOptions): Promise<unknown | undefined> {
  const { status, isJson, text } = await exchange(url, options);
  if (status === 404 && isJson) return undefined;
  if (status !== 200) throw refusal(status);
  return parsed(text);
}
