import type { Users } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { listContractRoutes, listRoutes } from '@holdfast/http-kit';
import { createHealth, createLog, createMetrics } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import { type AppDeps, createApp } from '../src/app.ts';

describe('the routes of the service', () => {
  const users: Users = {
    known: () => undefined,
    edition: () => undefined,
    find: async () => undefined,
    reread: async () => undefined,
    verify: async () => ({ outcome: 'wrong' }),
  };
  const app = createApp({
    log: createLog({ service: 'test', level: 'silent' }),
    users,
    health: createHealth(),
    metrics: createMetrics({ processMetrics: false }),
    // The test calls no operation, so it needs only the dependencies that handlers read when they are created.
    ...({ notices: { database: {}, settings: {} } } as unknown as Omit<
      AppDeps,
      'log' | 'users' | 'health' | 'metrics' | 'auBodyLimitBytes' | 'stateBodyLimitBytes'
    >),
    auBodyLimitBytes: 1024,
    stateBodyLimitBytes: 1024,
  });

  it('are those of the contract, neither more nor fewer', () => {
    expect(listRoutes(app)).toEqual(listContractRoutes(configurationContract));
  });
});
