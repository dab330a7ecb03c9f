// Starts a service with configuration sources. Tests can read its state.

import type { PropertyValue } from '@holdfast/config-format';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { readLoadState } from '../../../src/index/configuration/load-state.db.ts';
import { findMergedParameter } from '../../../src/index/configuration/merged.db.ts';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';
import { makeLoadStatus } from '../../../src/loading/status-of-load.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, fetchStatus, startTestService } from '../../service.ts';
import { createFileClient, type FileClient } from '../files/file-requests.ts';

export interface TestNode {
  readonly service: ConfigTestService;
  readonly client: FileClient;
  readonly databaseUrl: string;
  /** Requests a reload and waits until /status reports that it has ended. */
  reload(): Promise<void>;
  /** Returns the effective value of a parameter, or undefined if the parameter is not set. */
  effective(key: string): Promise<PropertyValue | undefined>;
  loadedUrls(): Promise<string[]>;
  lastUpdate(): Promise<string>;
  reason(): Promise<string | undefined>;
  stop(): Promise<void>;
}

export async function startConfigNode(
  sources: readonly string[],
  environment: Record<string, string> = {},
  databaseUrl?: string,
): Promise<TestNode> {
  const url = databaseUrl ?? (await createConfigDatabase()).url;
  const service = await startTestService(url, { CONFIG_SOURCES: sources.join('\n'), ...environment });
  const database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
  const client = createFileClient(service);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= service.stop().then(() => database.close());
    return stopped;
  };
  // Stops the node even if a test fails. Otherwise the test run would not end.
  addCleanup(stop);
  await service.becomes(true);
  return {
    service,
    client,
    databaseUrl: url,
    async reload() {
      const answer = await client.reload();
      if (answer.status !== 200) throw new Error(`the reload was answered with ${answer.status}`);
      const { requested } = await readLoadState(database.kysely);
      while ((await readLoadState(database.kysely)).done < requested) await pause();
      // Reads the state from the database, because the notification reaches the replica later.
      const own = { number: 0, afterMs: undefined };
      const { reason } = makeLoadStatus(await readLoadState(database.kysely), own, 'NONE');
      for (let looks = 0; looks < 250 && (await fetchStatus(service.url)).reason !== reason; looks += 1)
        await pause();
    },
    effective: async (key) => (await findMergedParameter(database.kysely, key))?.value,
    loadedUrls: () => client.json('/config/loadedurls'),
    lastUpdate: () => client.json('/config/lastupdatetime'),
    reason: async () => (await fetchStatus(service.url)).reason,
    stop,
  };
}

export const pause = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
