// Creates a client of config-service with the administrator's login that never retries.
import { type ConfigClient, createConfigClient as clientOf } from '@holdfast/client';

export function createTestConfigClient(url: string, password: string): ConfigClient {
  return clientOf({ url, user: 'admin', password, repeats: 0 });
}

/** Returns a path that contains an encoded AUID. */
export const formatAuPath = (folder: string, auid: string): string =>
  `/${folder}/${encodeURIComponent(auid)}`;
