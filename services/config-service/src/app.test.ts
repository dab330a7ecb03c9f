import { configurationContract } from '@holdfast/api-types';
import {
  contractRoutes,
  createHealth,
  createLog,
  createMetrics,
  routesOf,
  type Users,
} from '@holdfast/http-kit';
import { openDatabase } from '@holdfast/pg-kit';
import { describe, expect, it } from '@jest/globals';
import { createApp } from './app.ts';
import type { ConfigSchema } from './index/schema.ts';

describe('the routes of the service', () => {
  const users: Users = { verify: async () => ({ outcome: 'wrong' }) };
  const app = createApp({
    log: createLog({ service: 'test', level: 'silent' }),
    users,
    health: createHealth(),
    metrics: createMetrics({ processMetrics: false }),
    // Opens nothing before the first query.
    db: openDatabase<ConfigSchema>({
      url: 'postgres://localhost',
      applicationName: 'test',
      onError: () => {},
    }).kysely,
    now: Date.now,
    allowUnknownPlugins: false,
    metadataExtraction: true,
    auBodyLimitBytes: 1024,
  });

  it('are those of the contract, neither more nor fewer', () => {
    expect(routesOf(app)).toEqual(contractRoutes(configurationContract));
  });
});
