// Reads all data that the configuration service stores about an AU before the AU is removed, so that it can be
// restored.
import type { AuAgreements, AuState, AuSuspectUrlVersions, NoAuPeers } from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';
import type { configuration } from '../../../service/clients.ts';

type Client = typeof configuration;

export interface SavedAu {
  readonly auid: string;
  /** Undefined if the AU is not configured. */
  readonly auConfig: Record<string, string> | undefined;
  readonly state: AuState;
  readonly agreements: AuAgreements;
  readonly suspects: AuSuspectUrlVersions;
  readonly noAuPeers: NoAuPeers;
}

export async function readSavedAu(client: Client, auid: string, signal?: AbortSignal): Promise<SavedAu> {
  const [auConfig, state, agreements, suspects, noAuPeers] = await Promise.all([
    client.getAuConfiguration({ auid }, { signal }).then((found) => found.auConfig, ignoreNotFound),
    client.getAuState({ auid }, { signal }),
    client.getAuAgreements({ auid }, { signal }),
    client.getAuSuspectUrlVersions({ auid }, { signal }),
    client.getNoAuPeers({ auid }, { signal }),
  ]);
  return { auid, auConfig, state, agreements, suspects, noAuPeers };
}

/** Restores the AU. Skips empty documents. Leaves an AU unconfigured if it was not configured. */
export async function restoreSavedAu(client: Client, au: SavedAu): Promise<void> {
  const { auid, auConfig, state, agreements, suspects, noAuPeers } = au;
  if (auConfig !== undefined) await client.putAuConfiguration({ auid, body: { auId: auid, auConfig } });
  await client.patchAuState({ auid, body: state });
  if (Object.keys(agreements.rawMap).length > 0) await client.patchAuAgreements({ auid, body: agreements });
  if (suspects.suspectVersions.length > 0) await client.putAuSuspectUrlVersions({ auid, body: suspects });
  if (noAuPeers.rawSet.length > 0) await client.putNoAuPeers({ auid, body: noAuPeers });
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined;
  throw error;
}

/** Runs `work` on each item, with `atOnce` items in parallel. Returns the results in the order of the items. */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = 4,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const remaining = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of remaining) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
