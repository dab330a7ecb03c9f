// Test helper: requests for the operations of the LOCKSS interface, and for other operations that have no file of their
// own in this folder.
import { makeReferenceRecord, makeReferenceUuid, makeWarc } from '@holdfast/testkit';
import { askFor, type OperationRequest, type Subject, sendJson } from './request.ts';

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

export function listExistingOperations({ uuid, auid, url }: Subject): OperationRequest[] {
  const au = `/aus/${encodeURIComponent(auid)}`;
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
    askFor('getArtifactsFromAllAus', '/artifacts'),
    askFor('getArtifactDataByMultipart', `/artifacts/${uuid}`),
    {
      operationId: 'updateArtifact',
      method: 'PUT',
      path: `/artifacts/${uuid}`,
      sent: { form: { committed: 'true' } },
    },
    askFor('getArtifactDataByPayload', `/artifacts/${uuid}/payload`),
    askFor('getArtifactDataByResponse', `/artifacts/${uuid}/response`),
    askFor('getArtifactOverview', `/artifacts/${uuid}/overview`),
    askFor('getArtifactRecords', `/artifacts/${uuid}/records`),
    askFor('getArtifactRecord', `/artifacts/${uuid}/records/0`),
    askFor('getUrlTree', '/tree'),
    askFor('getAus', '/aus'),
    askFor('getArtifacts', `${au}/artifacts`),
    askFor('getArtifactsSize', `${au}/size`),
    { operationId: 'handleBulkAuOp', method: 'POST', path: `${au}/bulk`, sent: { form: { op: 'start' } } },
    askFor('getNamespaces', '/namespaces'),
    askFor('getRepositoryInformation', '/repoinfo'),
    askFor('getStorageInfo', '/repoinfo/storage'),
    askFor('getSupportedChecksumAlgorithms', '/checksumalgorithms'),
    askFor('getStatus', '/status'),
    askFor('getCdxa', '/replay/cdxa/default', { q: `url:${encodeURIComponent(url)}` }),
    askFor('getCdxb', '/replay/cdxb/default', { url }),
    askFor('getTimeGate', `/replay/timegate/default/${url}`),
    askFor('getTimeMap', `/replay/timemap/default/${url}`),
    askFor('getMemento', `/replay/memento/default/20200220202020/${url}`),
    askFor('getReplayLink', '/replay/link'),
    askFor('getWarcArchive', `/replay/warcs/default:${uuid}.warc.gz`),
    askFor('exportArtifacts', '/exports/default.warc.gz', { auid }),
    askFor('getSummary', '/summary'),
    askFor('getGrowth', '/growth'),
    askFor('getLive', '/live'),
    askFor('getFailures', '/failures'),
    askFor('getImports', '/imports'),
    askFor('getAudit', '/audit'),
    askFor('getCopies', '/copies'),
    askFor('getJobs', '/jobs'),
    sendJson('controlJob', 'PUT', '/jobs/fixity', { op: 'resume' }),
    sendJson('summarizeAus', 'POST', '/aus/summaries', [auid]),
    askFor('getLogins', '/logins'),
    sendJson('postLogin', 'POST', '/logins', { name: 'ada', password: 'a long one', roles: ['auAdminRole'] }),
    sendJson('patchLogin', 'PATCH', '/logins/ada', { disabled: true }),
    { operationId: 'deleteLogin', method: 'DELETE', path: '/logins/ada', sent: {} },
    sendJson('patchProviderUser', 'PATCH', '/provider-users', { subject: '4f2e', action: 'disable' }),
    sendJson('putPassword', 'PUT', '/password', { current: 'wrong', password: 'a long one' }),
    askFor('getTokens', '/tokens'),
    sendJson('postToken', 'POST', '/tokens', { name: 'nightly', roles: ['accessContentRole'], days: 1 }),
    { operationId: 'deleteToken', method: 'DELETE', path: '/tokens/0123456789ab', sent: {} },
    askFor('getSettings', '/settings'),
    askFor('getDoctor', '/doctor'),
    askFor('getSweepPreview', '/sweep/preview'),
    askFor('getDamage', '/damage'),
    { operationId: 'repairArtifact', method: 'POST', path: `/damage/${uuid}/repair`, sent: {} },
    askFor('getPurges', '/purges'),
    askFor('getHolds', '/holds'),
    sendJson('placeHold', 'POST', '/holds', { uuid: makeReferenceUuid('not held'), reason: 'a test' }),
    { operationId: 'liftHold', method: 'DELETE', path: `/holds/${makeReferenceUuid('no hold')}`, sent: {} },
    askFor('getArtifactEvents', `/artifacts/${uuid}/events`),
    { operationId: 'deleteArtifact', method: 'DELETE', path: `/artifacts/${uuid}`, sent: {} },
  ];
}
