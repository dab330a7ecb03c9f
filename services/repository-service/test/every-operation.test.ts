// Every operation over HTTP: without credentials, without a role, with an invalid namespace, before the service is
// ready, and while its index or object store is down. Behaviour that is specific to one operation is tested under
// features/.
import { rename } from 'node:fs/promises';
import { repositoryContract } from '@holdfast/api-types/repository';
import { listOperations } from '@holdfast/http-kit';
import { openDatabase } from '@holdfast/pg-kit';
import { makeWarc, startTestPostgres, type TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { everyOperation } from './every-operation.ts';
import { as, writeRoleUsersFile } from './role-users.ts';
import { type Answered, type Sent, send } from './send.ts';
import { startServiceWithoutIndex, startTestService, type TestService } from './service.ts';

// Login operations are tested in session.test.ts.
const contract = listOperations(repositoryContract).filter(({ path }) => path !== '/session');
const nothing = { uuid: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61', auid: 'none', url: 'http://a/' };

/** Formats operations as rows of a parameterized test. */
const rows = (wanted: (operation: (typeof contract)[number]) => boolean) =>
  contract.filter(wanted).map(({ operationId }) => ({ operationId }));
const named = (...operationIds: string[]) => operationIds.map((operationId) => ({ operationId }));
const but =
  (...operationIds: string[]) =>
  ({ operationId }: { operationId: string }) =>
    !operationIds.includes(operationId);

const readers = named(
  ...['getArtifactDataByMultipart', 'getArtifactDataByPayload', 'getArtifactDataByResponse'],
  ...['getArtifactRecords', 'getArtifactRecord', 'getArtifactPage'],
);

it('every operation of the contract is asked for', () => {
  const asked = everyOperation(nothing).map(({ operationId }) => operationId);
  expect(asked.sort()).toEqual(contract.map(({ operationId }) => operationId).sort());
});

describe('whoever asks', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
  });
  const answerTo = (operationId: string, sent: Sent) => answered(service.client, operationId, nothing, sent);

  it.each(rows(({ open }) => !open))('$operationId is 401 without credentials', async ({ operationId }) => {
    const answer = await answerTo(operationId, { authorization: '' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
  });

  it.each(rows(({ roles }) => roles.length > 0))(
    '$operationId is 403 without a role',
    async ({ operationId }) => {
      const answer = await answerTo(operationId, { authorization: as('nobody') });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('needs the role');
    },
  );

  const hasNamespace = (place: string) => (operation: (typeof contract)[number]) =>
    operation.parameters.some(({ name, place: itsPlace }) => name === 'namespace' && itsPlace === place);

  it.each(rows(hasNamespace('query')))(
    '$operationId is 400 with a namespace that is none',
    async ({ operationId }) => {
      const answer = await answerTo(operationId, { query: { namespace: 'no name' } });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('namespace');
    },
  );

  it.each(rows(({ path }) => !path.startsWith('/replay/')))(
    '$operationId is 400 with a query parameter that it does not have',
    async ({ operationId }) => {
      const answer = await answerTo(operationId, { query: { unknown: 'x' } });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('There is no query parameter \\"unknown\\" here');
    },
  );

  it.each(rows(({ path, operationId }) => path.startsWith('/replay/') && operationId !== 'getCdxb'))(
    '$operationId, which replay tools call, ignores query parameters that it does not have',
    async ({ operationId }) => {
      const [given, without] = await Promise.all([
        answerTo(operationId, { query: { unknown: 'x' } }),
        answerTo(operationId, {}),
      ]);
      expect(given.status).toBe(without.status);
    },
  );

  it.each(rows(({ body }) => body !== undefined))(
    '$operationId is 415 with a Content-Encoding that it does not take',
    async ({ operationId }) => {
      const { sent } = everyOperation(nothing).find((one) => one.operationId === operationId)!;
      for (const coding of ['zstd', 'gzip, gzip', 'unknown']) {
        const headers = { ...sent.headers, 'content-encoding': coding };
        const answer = await answerTo(operationId, { headers });
        expect(answer.status).toBe(415);
        expect(answer.headers.get('accept-encoding')).toMatch(/^(?:identity|gzip, deflate, br)$/);
      }
    },
  );
});

describe('before the service is ready', () => {
  let client: TestRepositoryClient;
  beforeAll(async () => {
    client = await startServiceWithoutIndex();
  });

  it.each(rows(({ open, operationId }) => !open && operationId !== 'getDoctor'))(
    '$operationId is 503 and says when to come again',
    async ({ operationId }) => {
      const answer = await answered(client, operationId, nothing);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('getDoctor says why', async () => {
    const { status, text } = await answered(client, 'getDoctor', nothing);
    expect(status).toBe(200);
    const { findings } = JSON.parse(text) as { findings: { id: string; verdict: string }[] };
    expect(findings[0]).toMatchObject({ id: 'database.reach', verdict: 'fault' });
    expect(findings.map(({ id }) => id)).toContain('object-store.reach');
  });
});

describe('while its index has lost its tables', () => {
  const answers = answersOf(async () => {
    const prepared = await withArtifact(await startTestService());
    const database = openDatabase({
      url: prepared.service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    await database.pool.query(
      `drop table artifact, segment, au, namespace, growth, failure, import, job, job_wish, hold, deletion,
        fixity_run, fixity_schedule, repository_audit_entry, repository_notice, repository_notice_target, repository_notice_delivery cascade`,
    );
    await database.close();
    return prepared;
  });
  // Excludes operations that do not use the tables, and createArtifact, which reports every failure of the index as
  // 502.
  const others = but(
    'createArtifact',
    'getRepositoryInformation',
    'getStorageInfo',
    'getSupportedChecksumAlgorithms',
    'getReplayLink',
    'getStatus',
    ...['getLogins', 'postLogin', 'patchLogin', 'deleteLogin', 'putPassword', 'getSettings', 'getDoctor'],
    ...['getTokens', 'postToken', 'deleteToken', 'patchProviderUser'],
  );

  it.each(rows(others))('$operationId is 500 and tells nothing of the inside', ({ operationId }) => {
    const { status, text } = answers.get(operationId)!;
    expect(status).toBe(500);
    expect(text).toContain('Internal error.');
    expect(text).not.toMatch(/relation|artifact"|namespace"|select|at .*\.ts/);
  });
});

describe('while its index is down', () => {
  const answers = answersOf(async () => {
    const postgres = await startTestPostgres({ unsafe: true });
    const prepared = await withArtifact(await startTestService({ DATABASE_URL: postgres.server.url }));
    await postgres.kill();
    return prepared;
  });
  const bad = [
    ...named('addArtifacts', 'migrateArtifacts', 'createArtifact'),
    ...named('getArtifactsFromAllAus', 'getAus', 'getArtifacts', 'getArtifactsSize', 'getUrlTree'),
    ...named('summarizeAus'),
    ...readers,
  ];
  const unavailable = [
    ...named('updateArtifact', 'deleteArtifact', 'handleBulkAuOp', 'getNamespaces'),
    ...named('getRepositoryInformation', 'getCdxa', 'getCdxb', 'getWarcArchive'),
    ...named('getTimeGate', 'getTimeMap', 'getMemento', 'exportArtifacts'),
    ...named('getSummary', 'getGrowth', 'getLive', 'getFailures', 'getImports', 'getJobs', 'controlJob'),
    ...named('getCopies', 'getAudit', 'searchContent', 'getAuReport', 'getAuCondition', 'getAuEvents'),
    ...named('getSweepPreview', 'getDamage', 'repairArtifact', 'getPurges', 'getArtifactEvents'),
    ...named('getArtifactOverview', 'getHolds', 'placeHold', 'changeHold', 'liftHold'),
    ...rows(({ path }) => /^\/(?:check(?:s|-schedules)|deletions|notices)\b/.test(path)),
  ];

  it.each(bad)('$operationId is 502, and may be tried again', ({ operationId }) => {
    const { status, headers } = answers.get(operationId)!;
    expect(status).toBe(502);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(unavailable)('$operationId is 503, to be tried again', ({ operationId }) => {
    const { status, headers } = answers.get(operationId)!;
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(named('getStatus', 'getSupportedChecksumAlgorithms', 'getReplayLink', 'getStorageInfo'))(
    '$operationId, which does not need it, is 200',
    ({ operationId }) => {
      expect(answers.get(operationId)!.status).toBe(200);
    },
  );
});

describe('while its store is gone', () => {
  const answers = answersOf(async () => {
    const prepared = await withArtifact(await startTestService());
    await rename(prepared.service.storeFolder, `${prepared.service.storeFolder}-away`);
    return prepared;
  });

  it.each([...named('addArtifacts', 'migrateArtifacts', 'createArtifact'), ...readers])(
    '$operationId is 502 without it',
    ({ operationId }) => {
      expect(answers.get(operationId)!.status).toBe(502);
    },
  );

  it.each(named('getWarcArchive', 'exportArtifacts'))(
    '$operationId is to be asked again: 503',
    ({ operationId }) => {
      expect(answers.get(operationId)!.status).toBe(503);
    },
  );

  it.each(named('getRepositoryInformation', 'getStorageInfo'))(
    '$operationId cannot measure it: 503',
    ({ operationId }) => {
      expect(answers.get(operationId)!.status).toBe(503);
    },
  );

  it.each(named('getArtifactsFromAllAus', 'getAus', 'getArtifacts', 'getCdxa', 'getCdxb'))(
    '$operationId asks the index alone: 200',
    ({ operationId }) => {
      expect(answers.get(operationId)!.status).toBe(200);
    },
  );
});

type Subject = typeof nothing;

/** Sends `deleteArtifact` after all other requests, before the service detects that it is not ready. */
function answersOf(
  prepare: () => Promise<{ service: TestService; subject: Subject }>,
): Map<string, Answered> {
  const answers = new Map<string, Answered>();
  beforeAll(async () => {
    const { service, subject } = await prepare();
    const answer = async ({ operationId }: { operationId: string }) => {
      answers.set(operationId, await answered(service.client, operationId, subject));
    };
    await Promise.all(contract.filter(but('deleteArtifact')).map(answer));
    await answer({ operationId: 'deleteArtifact' });
  });
  return answers;
}

async function withArtifact(service: TestService) {
  const { bytes, records } = makeWarc(1, 500);
  const auid = 'plugin&a~1';
  const { statuses } = await service.client.importArchive(bytes, { auid });
  return { service, subject: { uuid: statuses[0]!.artifactUuid!, auid, url: records[0]!.url } };
}

/**
 * Sends a request. Checks that the status of the response is in the contract, and that an error has the common format
 * (XML for cdxa).
 */
async function answered(
  client: TestRepositoryClient,
  operationId: string,
  subject: Subject,
  changes: Sent = {},
) {
  const request = everyOperation(subject).find((one) => one.operationId === operationId)!;
  const { method, path, sent } = request;
  const answer = await send(client, method, path, {
    ...sent,
    ...changes,
    query: { ...sent.query, ...changes.query },
  });
  const { statuses } = contract.find((operation) => operation.operationId === operationId)!;
  expect(statuses).toContain(String(answer.status));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': expect.stringMatching(/^sandbox(?:; default-src 'none')?$/),
    'x-content-type-options': 'nosniff',
  });
  if (answer.status >= 400 && operationId === 'getCdxa') {
    expect(answer.text).toMatch(/<wayback><error><title>[\w ]+<\/title><message>/);
  } else if (answer.status >= 400) {
    expect(JSON.parse(answer.text)).toMatchObject({ status: answer.status, detail: expect.any(String) });
  }
  return answer;
}
