// Starts a service with sample data for queries.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { storeSamples } from './sample-data.ts';

export const resources = {
  auqueries: 'auQuery',
  plugins: 'pluginQuery',
  tdbaus: 'tdbAuQuery',
  tdbpublishers: 'tdbPublisherQuery',
  tdbtitles: 'tdbTitleQuery',
} as const;

export type Resource = keyof typeof resources;

export interface SampleService {
  readonly service: ConfigTestService;
  readonly pool: Database<never>['pool'];
  /** Sends a query as administrator. */
  ask(resource: Resource, query: string): request.Test;
  stop(): Promise<void>;
}

export async function startWithSamples(environment: Record<string, string> = {}): Promise<SampleService> {
  const empty = await startEmpty(environment);
  await storeSamples(empty.pool);
  return empty;
}

export async function startEmpty(environment: Record<string, string> = {}): Promise<SampleService> {
  const { url } = await createConfigDatabase();
  return startOn(url, environment);
}

export async function startOn(url: string, environment: Record<string, string> = {}): Promise<SampleService> {
  const service = await startTestService(url, environment);
  await service.becomes(true);
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  return {
    service,
    pool: database.pool,
    ask: (resource, query) =>
      request(service.url)
        .get(`/ws/${resource}?${new URLSearchParams({ [resources[resource]]: query })}`)
        .set(service.asAdmin),
    async stop() {
      await service.stop();
      await database.close();
    },
  };
}
