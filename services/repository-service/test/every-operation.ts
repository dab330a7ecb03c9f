// Test helper: one valid request for each operation of the contract.
import { makeReferenceRecord, makeReferenceUuid, makeWarc } from '@holdfast/testkit';
import type { Sent } from './send.ts';

export interface OperationRequest {
  operationId: string;
  method: string;
  path: string;
  sent: Sent;
}

export interface Subject {
  uuid: string;
  auid: string;
  url: string;
}

const warc = new Blob([new Uint8Array(makeWarc(1, 100, 'every operation').bytes)]);

const held = (auid: string) =>
  new Blob([
    new Uint8Array(
      makeReferenceRecord({
        uuid: makeReferenceUuid(auid),
        ...{ namespace: 'default', auid, uri: 'http://www.example.org/held', version: 1 },
        ...{ collectionMs: 1_000_000, storeMs: 2_000_000, payload: Buffer.from('held') },
      }),
    ),
  ]);

export function everyOperation({ uuid, auid, url }: Subject): OperationRequest[] {
  const au = `/aus/${encodeURIComponent(auid)}`;
  const get = (operationId: string, path: string, query: Sent['query'] = {}) => ({
    operationId,
    method: 'GET',
    path,
    sent: { query },
  });
  const send = (operationId: string, method: string, path: string, body: unknown) => ({
    operationId,
    method,
    path,
    sent: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  });
  const props = JSON.stringify({ auid, uri: 'http://www.example.org/new' });
  return [
    {
      operationId: 'addArtifacts',
      method: 'POST',
      path: '/archives',
      sent: {
        parts: [
          ['auid', auid],
          ['archive', warc],
        ],
      },
    },
    {
      operationId: 'migrateArtifacts',
      method: 'POST',
      path: '/migrations',
      sent: {
        parts: [
          ['auid', auid],
          ['archive', held(auid)],
        ],
      },
    },
    {
      operationId: 'createArtifact',
      method: 'POST',
      path: '/artifacts',
      sent: {
        parts: [
          ['artifactProps', props],
          ['payload', new Blob(['new'])],
        ],
      },
    },
    get('getArtifactsFromAllAus', '/artifacts'),
    get('getArtifactDataByMultipart', `/artifacts/${uuid}`),
    {
      operationId: 'updateArtifact',
      method: 'PUT',
      path: `/artifacts/${uuid}`,
      sent: { form: { committed: 'true' } },
    },
    get('getArtifactDataByPayload', `/artifacts/${uuid}/payload`),
    get('getArtifactDataByResponse', `/artifacts/${uuid}/response`),
    get('getArtifactRecords', `/artifacts/${uuid}/records`),
    get('getArtifactRecord', `/artifacts/${uuid}/records/0`),
    get('getUrlTree', '/tree'),
    get('getAus', '/aus'),
    get('getArtifacts', `${au}/artifacts`),
    get('getArtifactsSize', `${au}/size`),
    { operationId: 'handleBulkAuOp', method: 'POST', path: `${au}/bulk`, sent: { form: { op: 'start' } } },
    get('getNamespaces', '/namespaces'),
    get('getRepositoryInformation', '/repoinfo'),
    get('getStorageInfo', '/repoinfo/storage'),
    get('getSupportedChecksumAlgorithms', '/checksumalgorithms'),
    get('getStatus', '/status'),
    get('getCdxa', '/replay/cdxa/default', { q: `url:${encodeURIComponent(url)}` }),
    get('getCdxb', '/replay/cdxb/default', { url }),
    get('getTimeGate', `/replay/timegate/default/${url}`),
    get('getTimeMap', `/replay/timemap/default/${url}`),
    get('getMemento', `/replay/memento/default/20200220202020/${url}`),
    get('getReplayLink', '/replay/link'),
    get('getWarcArchive', `/replay/warcs/default:${uuid}.warc.gz`),
    get('exportArtifacts', '/exports/default.warc.gz', { auid }),
    get('getSummary', '/summary'),
    get('getGrowth', '/growth'),
    get('getLive', '/live'),
    get('getFailures', '/failures'),
    get('getImports', '/imports'),
    get('getAudit', '/audit'),
    get('getCopies', '/copies'),
    get('getJobs', '/jobs'),
    send('controlJob', 'PUT', '/jobs/fixity', { op: 'resume' }),
    send('summarizeAus', 'POST', '/aus/summaries', [auid]),
    get('getLogins', '/logins'),
    send('postLogin', 'POST', '/logins', { name: 'ada', password: 'a long one', roles: ['auAdminRole'] }),
    send('patchLogin', 'PATCH', '/logins/ada', { disabled: true }),
    { operationId: 'deleteLogin', method: 'DELETE', path: '/logins/ada', sent: {} },
    send('patchProviderUser', 'PATCH', '/provider-users', { subject: '4f2e', action: 'disable' }),
    send('putPassword', 'PUT', '/password', { current: 'wrong', password: 'a long one' }),
    get('getTokens', '/tokens'),
    send('postToken', 'POST', '/tokens', { name: 'nightly', roles: ['accessContentRole'], days: 1 }),
    { operationId: 'deleteToken', method: 'DELETE', path: '/tokens/0123456789ab', sent: {} },
    get('getSettings', '/settings'),
    get('getDoctor', '/doctor'),
    get('getSweepPreview', '/sweep/preview'),
    get('getDamage', '/damage'),
    { operationId: 'repairArtifact', method: 'POST', path: `/damage/${uuid}/repair`, sent: {} },
    get('getPurges', '/purges'),
    get('getHolds', '/holds'),
    send('placeHold', 'POST', '/holds', { uuid: makeReferenceUuid('not held'), reason: 'a test' }),
    { operationId: 'liftHold', method: 'DELETE', path: `/holds/${makeReferenceUuid('no hold')}`, sent: {} },
    get('getArtifactEvents', `/artifacts/${uuid}/events`),
    { operationId: 'deleteArtifact', method: 'DELETE', path: `/artifacts/${uuid}`, sent: {} },
  ];
}
