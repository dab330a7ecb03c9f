// A client of config-service as tests have it: its administrator's, and one that repeats nothing.
import { type ConfigClient, configClient as clientOf } from '@holdfast/client';

export function configClient(url: string, password: string): ConfigClient {
  return clientOf({ url, user: 'admin', password, repeats: 0 });
}

/** A path with an AUID in it. */
export const auPath = (folder: string, auid: string): string => `/${folder}/${encodeURIComponent(auid)}`;
