// The routes of the service match its contract, and every operation has a handler.

import { createUsers } from '@holdfast/accounts';
import { repositoryContract } from '@holdfast/api-types/repository';
import { listContractRoutes, listOperations, listRoutes } from '@holdfast/http-kit';
import { createHealth, createLog, createMetrics } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import { type AppDeps, createApp, createHandlers } from '../src/app.ts';

// Supply only the dependencies that handlers read when they are created. This test sends no requests.
const log = createLog({ service: 'test', level: 'silent' });
const health = createHealth({ checks: {}, log });
const features = { notices: { database: {}, settings: {} } } as unknown as AppDeps['features'];

describe('the service', () => {
  it('has the routes of its contract, no more and no fewer', async () => {
    const users = await createUsers({
      builtIn: [{ name: 'a', password: 'b', role: 'userAdminRole' }],
      cost: { logN: 1, r: 1, p: 1 },
    });
    const app = createApp({ log, users, health, metrics: createMetrics(), features });
    expect(listRoutes(app)).toEqual(listContractRoutes(repositoryContract));
  });

  it('answers every operation of its contract', () => {
    const built = Object.keys(createHandlers({ ...features, health }));
    const operations = listOperations(repositoryContract).map(({ operationId }) => operationId);
    // Routes that http-kit adds to every service and that are not in the contract.
    const ofShell = [
      ...['createSession', 'deleteSession', 'getSession', 'getSettings', 'getDoctor', 'getAudit'],
      ...['getLogins', 'postLogin', 'patchLogin', 'deleteLogin', 'putPassword'],
      ...['getTokens', 'postToken', 'deleteToken', 'patchProviderUser'],
    ];
    expect([...built, ...ofShell].sort()).toEqual([...operations].sort());
  });
});
