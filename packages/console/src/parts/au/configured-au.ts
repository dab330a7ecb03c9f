// Loads the stored configuration of an AU.
import { configuration } from '../../service/clients.ts';
import { quoteText } from '../../service/quote-text.ts';

export interface AuConfiguration {
  readonly auConfig: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly lastConfiguredMs: number | undefined;
}

/** Loads the configuration of an AU. Returns undefined if the AU is not configured. */
export async function loadConfiguredAu(
  auid: string,
  signal?: AbortSignal,
): Promise<AuConfiguration | undefined> {
  const auQuery = `select active, lastConfigured where auId = ${quoteText(auid)}`;
  const [found] = await configuration.queryAus({ auQuery }, { signal });
  if (found === undefined) return undefined;
  const { auConfig } = await configuration.getAuConfiguration({ auid }, { signal });
  return { auConfig, isActive: found.active !== false, lastConfiguredMs: found.lastConfigured };
}
