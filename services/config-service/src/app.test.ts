import { configurationContract } from '@holdfast/api-types';
import {
  contractRoutes,
  createHealth,
  createLog,
  createMetrics,
  operationsOf,
  routesOf,
  type Users,
} from '@holdfast/http-kit';
import { describe, expect, it } from '@jest/globals';
import { createApp } from './app.ts';
import { notBuilt } from './not-built.ts';

describe('the routes of the service', () => {
  const users: Users = { verify: async () => ({ outcome: 'wrong' }) };
  const app = createApp({
    log: createLog({ service: 'test', level: 'silent' }),
    users,
    health: createHealth(),
    metrics: createMetrics({ processMetrics: false }),
  });

  it('are those of the contract, neither more nor fewer', () => {
    expect(routesOf(app)).toEqual(contractRoutes(configurationContract));
  });

  it('name each operation that is not built once', () => {
    expect(new Set(notBuilt).size).toBe(notBuilt.length);
    const ids = operationsOf(configurationContract).map(({ operationId }) => operationId);
    expect(ids.filter((id) => !notBuilt.some((one) => one === id))).toEqual(['getStatus']);
  });
});
