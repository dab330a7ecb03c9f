// Creates a client of the configuration service that has the administrator's login and never retries.
import { type ConfigClient, createConfigClient as clientOf } from '@holdfast/client';

export function createTestConfigClient(url: string, password: string): ConfigClient {
  return clientOf({ url, user: 'admin', password, repeats: 0 });
}

/** Returns a path such as `/aus/AUID` with the encoded AUID. */
export const formatAuPath = (folder: string, auid: string): string =>
  `/${folder}/${encodeURIComponent(auid)}`;
