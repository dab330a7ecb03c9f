// Calls every operation over HTTP: without credentials, without a role, with an invalid AUID, before the service is
// ready, and without a database. Other tests cover each operation in detail.

import { lockssRoles } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { listOperations } from '@holdfast/http-kit';
import { openDatabase } from '@holdfast/pg-kit';
import { findFreePort, startTestPostgres } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from './config-database.ts';
import { everyOperation, type OperationRequest } from './every-operation.ts';
import { as, writeRoleUsersFile } from './role-users.ts';
import { type ConfigTestService, startTestService } from './service.ts';

// Excludes the operations of /session, which session.test.ts tests.
const contract = listOperations(configurationContract).filter(({ path }) => path !== '/session');
type Operation = (typeof contract)[number];

/** Returns the selected operations as rows for `it.each`. */
const rows = (wanted: (operation: Operation) => boolean) =>
  contract.filter(wanted).map(({ operationId, roles }) => ({ operationId, roles }));
const but =
  (...operationIds: string[]) =>
  ({ operationId }: { operationId: string }) =>
    !operationIds.includes(operationId);
const asked = (operationId: string, options?: { auid: string }): OperationRequest =>
  everyOperation(options).find((one) => one.operationId === operationId)!;

it('every operation of the contract is asked for', () => {
  const all = everyOperation().map(({ operationId }) => operationId);
  expect(all.sort()).toEqual(contract.map(({ operationId }) => operationId).sort());
});

describe('whoever asks', () => {
  let service: ConfigTestService;
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    service = await startTestService(url, { USERS_FILE: await writeRoleUsersFile() });
    await service.becomes(true);
  });
  afterAll(() => service.stop());

  it.each(rows(({ open }) => !open))('$operationId is 401 without credentials', async ({ operationId }) => {
    const answer = await answered(service, asked(operationId));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
  });

  it.each(rows(({ open }) => !open))(
    '$operationId is 401 for a user without any role',
    async ({ operationId }) => {
      const answer = await answered(service, asked(operationId), as());
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
    },
  );

  it.each(rows(({ open, roles }) => !open && !roles.includes('any')))(
    '$operationId is 403 without one of $roles',
    async ({ operationId, roles }) => {
      for (const role of lockssRoles.filter((one) => !roles.includes(one))) {
        const answer = await answered(service, asked(operationId), as(role));
        expect(answer.status).toBe(403);
        expect(answer.text).toContain('needs the role');
      }
    },
  );

  it.each(rows(({ open }) => !open))(
    '$operationId is let pass with $roles',
    async ({ operationId, roles }) => {
      for (const role of roles.includes('any') ? lockssRoles : roles) {
        const { status } = await answered(service, asked(operationId), as(role));
        expect([200, 201, 400, 404, 409]).toContain(status);
      }
    },
  );

  it.each(rows(({ path }) => path.includes('{auid}')))(
    '$operationId is 400 with an AUID that is none',
    async ({ operationId }) => {
      const request = asked(operationId, { auid: 'org|example|plugin' });
      const answer = await answered(service, request, service.asAdmin.authorization);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('auid');
    },
  );

  it.each(rows(() => true))(
    '$operationId is 400 with a query parameter that it does not have',
    async ({ operationId }) => {
      const request = asked(operationId);
      const path = `${request.path}${request.path.includes('?') ? '&' : '?'}unknown=x`;
      const answer = await answered(service, { ...request, path }, service.asAdmin.authorization);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('There is no query parameter \\"unknown\\" here');
    },
  );

  it.each(rows(({ body }) => body !== undefined))(
    '$operationId is 415 with a Content-Encoding that it does not take',
    async ({ operationId }) => {
      const request = asked(operationId);
      for (const coding of ['zstd', 'gzip, gzip', 'unknown']) {
        const headers = { ...request.headers, 'content-encoding': coding };
        const answer = await answered(service, { ...request, headers }, service.asAdmin.authorization);
        expect(answer.status).toBe(415);
        expect(answer.headers.get('accept-encoding')).toMatch(/^(?:identity|gzip, deflate, br)$/);
      }
    },
  );
});

describe('before the service is ready', () => {
  let service: ConfigTestService;
  beforeAll(async () => {
    service = await startTestService(`postgres://nobody:hidden-word@127.0.0.1:${await findFreePort()}/none`);
  });
  afterAll(() => service.stop());

  it.each(rows(({ open, operationId }) => !open && operationId !== 'getDoctor'))(
    '$operationId is 503 and says when to come again',
    async ({ operationId }) => {
      const answer = await answered(service, asked(operationId), service.asAdmin.authorization);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('getDoctor says why, without a password', async () => {
    const { status, text } = await answered(service, asked('getDoctor'), service.asAdmin.authorization);
    expect(status).toBe(200);
    const { findings } = JSON.parse(text) as { findings: { id: string; verdict: string; message: string }[] };
    expect(findings[0]).toMatchObject({ id: 'database.reach', verdict: 'fault' });
    expect(findings[0]!.message).toMatch(/^Cannot reach PostgreSQL at 127\.0\.0\.1:\d+/);
    expect(findings.at(-1)!.verdict).toBe('fine');
    expect(text).not.toContain('hidden-word');
  });
});

// Operations that work without the database tables.
const ofUsersFile = [
  ...['getLogins', 'postLogin', 'patchLogin', 'deleteLogin', 'putPassword', 'getSettings'],
  ...['getTokens', 'postToken', 'deleteToken', 'patchProviderUser'],
];
const needsTables = but('getPlatformConfiguration', 'getStatus', 'getDoctor', ...ofUsersFile);

describe('while its database has lost its tables', () => {
  const answers = answersOf(async () => {
    const { url } = await createConfigDatabase();
    const service = await startTestService(url);
    await service.becomes(true);
    const database = openDatabase({ url, applicationName: 'test', onError: () => undefined });
    await database.pool.query('drop schema public cascade');
    await database.close();
    return service;
  });

  it.each(rows(needsTables))('$operationId is 500 and tells nothing of the inside', ({ operationId }) => {
    const { status, text } = answers.get(operationId)!;
    expect(status).toBe(500);
    expect(text).toContain('Internal error.');
    expect(text).not.toMatch(/relation|does not exist|select|at .*\.ts/);
  });
});

describe('while its database is down', () => {
  const answers = answersOf(async () => {
    const postgres = await startTestPostgres({ unsafe: true });
    // A long health check interval, so that the service counts as ready while all requests are sent.
    const service = await startTestService(postgres.server.url, { HEALTH_INTERVAL: '60s' });
    await service.becomes(true);
    await postgres.kill();
    return service;
  });

  it.each(rows(needsTables))('$operationId is 500 and says so', ({ operationId }) => {
    const { status, text } = answers.get(operationId)!;
    expect(status).toBe(500);
    expect(text).toContain('The database cannot be reached.');
  });

  it.each(['getPlatformConfiguration', 'getStatus'])('%s, which does not need it, is 200', (operationId) => {
    expect(answers.get(operationId)!.status).toBe(200);
  });
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends all requests at once, as administrator. */
function answersOf(prepare: () => Promise<ConfigTestService>): Map<string, Answered> {
  const answers = new Map<string, Answered>();
  let service: ConfigTestService;
  beforeAll(async () => {
    service = await prepare();
    const answer = async (request: OperationRequest) => {
      answers.set(request.operationId, await answered(service, request, service.asAdmin.authorization));
    };
    await Promise.all(everyOperation().map(answer));
  });
  afterAll(() => service?.stop());
  return answers;
}

/**
 * Sends the request of an operation. The response must have a status that the contract declares, errors must have the
 * common format, and a browser must not execute any response.
 */
async function answered(
  { url }: ConfigTestService,
  { operationId, method, path, headers, body }: OperationRequest,
  authorization?: string,
): Promise<Answered> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { statuses } = contract.find((operation) => operation.operationId === operationId)!;
  expect(statuses).toContain(String(response.status));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  if (response.headers.get('content-type') === 'application/problem+json') {
    expect(JSON.parse(text)).toMatchObject({ status: response.status, detail: expect.any(String) });
  }
  return { status: response.status, headers: response.headers, text };
}
