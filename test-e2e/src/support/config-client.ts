// Creates a client of config-service with the administrator's login that never retries.
import { type ConfigClient, createConfigClient as clientOf } from '@holdfast/client';

export function configClient(url: string, password: string): ConfigClient {
  return clientOf({ url, user: 'admin', password, repeats: 0 });
}

/** Returns a path that contains an encoded AUID. */
export const auPath = (folder: string, auid: string): string => `/${folder}/${encodeURIComponent(auid)}`;
