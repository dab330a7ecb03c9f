// The schemas accept valid values and reject invalid ones, so that handlers need not check them.
import { describe, expect, it } from '@jest/globals';
import type { JsonSchema, OpenApiDocument } from '../src/document.ts';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';
import { dereference, listContractOperations } from './operations.ts';
import { findFaults } from './validator.ts';

const auid = 'org|example|plugin|DemoPlugin&year~2014';
const peer = 'TCP:[192.0.2.7]:9729';
const agreement = { percentAgreement: 0.5, percentAgreementTime: 1, highestPercentAgreement: -1 };

describe('parameters of the repository service', () => {
  it.each<[operationId: string, name: string, accepted: unknown[], refused: unknown[]]>([
    ['getAus', 'limit', [1, 2000, 1e9], [0, -1, 1.5, 'many']],
    [
      'getAus',
      'namespace',
      ['default', 'a', '9.b-c_D'],
      ['', '.a', '-a', 'a b', 'a/b', 'é', 'a'.repeat(256)],
    ],
    ['getAus', 'continuationToken', ['', 'abc'], []],
    ['getArtifacts', 'auid', [auid, '%', 'a'.repeat(8192)], ['', 'a\u0000b', 'a'.repeat(8193)]],
    ['getArtifacts', 'version', ['latest', 'all', 1, 2147483647], ['newest', '', 0, -1, 1.5, 2147483648]],
    ['getArtifacts', 'includeUncommitted', [true, false], ['yes']],
    ['getArtifacts', 'url', ['', 'any thing', 'x'.repeat(65536)], ['a\u0000b', 'x'.repeat(65537)]],
    ['getArtifacts', 'urlPrefix', ['', 'http://'], ['a\u0000b']],
    ['getArtifactsFromAllAus', 'versions', ['all', 'latest'], ['ALL', '1', '']],
    ['getArtifactDataByPayload', 'includeContent', ['ALWAYS', 'IF_SMALL', 'NEVER'], ['always', '']],
    ['getArtifactDataByPayload', 'uuid', ['no-uuid', ''], []],
    ['getWarcArchive', 'fileName', ['x', 'default:y.warc'], []],
    ['exportArtifacts', 'fileName', ['default.wacz', 'x'], []],
    ['exportArtifacts', 'auid', [auid], ['', 'a\u0000b', 'a'.repeat(8193)]],
    ['exportArtifacts', 'from', ['2', '20140126200624'], ['', 'now', '201401262006240']],
    ['exportArtifacts', 'to', ['2', '20140126200624'], ['', 'now', '201401262006240']],
    ['exportArtifacts', 'versions', ['all', 'latest'], ['', '1']],
    ['getCdxa', 'namespace', ['default'], ['a b']],
    ['getCdxa', 'count', [1], [0, 'all']],
    ['getCdxa', 'start_page', [1], [0]],
    ['getCdxb', 'url', ['', 'x', '*.example.com'], []],
    ['getCdxb', 'matchType', ['exact', 'prefix', 'host', 'domain', 'range'], ['foo', '']],
    ['getCdxb', 'sort', ['default', 'reverse', 'closest'], ['oldest']],
    ['getCdxb', 'closest', ['', '2', '2014', '20140126200624'], ['now', '201401262006240', '2014-01']],
    ['getCdxb', 'from', ['', '2014'], ['x']],
    ['getCdxb', 'to', ['', '2014'], ['x']],
    ['getCdxb', 'limit', [1, 100000, -5], [0, 1.5]],
    ['getCdxb', 'reverse', [true, false, 1, 0], [2, 'yes']],
    ['getCdxb', 'output', ['cdx', 'text', 'cdxj', 'json', 'jsondict', 'jsonarray'], ['foo', 'xml']],
    [
      'getCdxb',
      'filter',
      [[], ['=status:200', '!~mime:image/.*', 'url:a:b\nc'], ['200', '!=a b', '~org,.* 200 ']],
      [['foo:x'], ['==url:x'], ['a:b:c']],
    ],
    [
      'getCdxb',
      'collapse',
      [[], ['digest', 'timestamp:8']],
      [[''], ['foo'], ['timestamp:'], ['timestamp:0'], ['digest:8:2']],
    ],
    ['getCdxb', 'collapseTime', [1, 14], [0, 15]],
    ['getCdxb', 'fl', ['url', 'urlkey,timestamp,original,mime'], ['', 'url,', 'foo', 'url mime']],
    ['getCdxb', 'offset', [0, 10], [-1]],
    ['getCdxb', 'page', [0], [-1]],
    ['getCdxb', 'pageSize', [1], [0]],
  ])('%s takes %s', (operationId, name, accepted, refused) => {
    const schema = parameter(repositoryContract, operationId, name);
    for (const value of accepted) expect([value, findFaults(schema, value)]).toEqual([value, []]);
    for (const value of refused) expect([value, findFaults(schema, value)]).not.toEqual([value, []]);
  });
});

describe('parameters of the configuration service', () => {
  it.each<[operationId: string, name: string, accepted: unknown[], refused: unknown[]]>([
    ['getAuState', 'auid', [auid, 'a&', 'a&b&c'], ['', 'malformed', '&a', 'a&\u0000']],
    [
      'getSectionConfiguration',
      'sectionName',
      ['expert', 'EXPERT', 'user-config', 'Ui_Ip_Access'],
      ['', 'experts'],
    ],
    ['getUrlConfiguration', 'url', ['dyn:cluster.xml'], ['']],
    ['queryAus', 'auQuery', ['select *'], ['', 'x'.repeat(16385)]],
  ])('%s takes %s', (operationId, name, accepted, refused) => {
    const schema = parameter(configurationContract, operationId, name);
    for (const value of accepted) expect([value, findFaults(schema, value)]).toEqual([value, []]);
    for (const value of refused) expect([value, findFaults(schema, value)]).not.toEqual([value, []]);
  });
});

describe('documents', () => {
  it.each<[contract: OpenApiDocument, name: string, accepted: unknown[], refused: unknown[]]>([
    [
      repositoryContract,
      'ArtifactPropertiesInput',
      [
        { auid, uri: 'x' },
        { auid, uri: 'x', collectionDate: '5', contentLength: 'any', uuid: 7, version: null, more: {} },
      ],
      [
        { uri: 'x' },
        { auid },
        { auid, uri: '' },
        { auid, uri: 'x', version: 1 },
        { auid, uri: 'x', version: '1' },
      ],
    ],
    [repositoryContract, 'BulkAuOpForm', [{ op: 'start' }, { op: 'finish' }], [{}, { op: 'stop' }]],
    [
      configurationContract,
      'AuConfiguration',
      [{ auId: auid, auConfig: { year: '2014' } }],
      [
        { auId: auid, auConfig: {} },
        { auId: auid, auConfig: { year: 2014 } },
        { auId: auid },
        { auConfig: {} },
      ],
    ],
    [
      configurationContract,
      'AuState',
      [{}, { accessType: null, lastCrawlTime: -1, v3Agreement: -1, cdnStems: ['x'] }],
      [
        { unknown: 1 },
        { accessType: 'Free' },
        { lastCrawlTime: -2 },
        { v3Agreement: 1.1 },
        { hasSubstance: null },
      ],
    ],
    [
      configurationContract,
      'AuAgreements',
      [{ rawMap: {} }, { auid, rawMap: { [peer]: { id: peer, map: { W_POR_HINT: agreement } } } }],
      [
        {},
        { rawMap: { 'NOPROTO:[192.0.2.7]:9729': { id: peer, map: {} } } },
        { rawMap: { [peer]: { id: peer, map: { OTHER: agreement } } } },
        { rawMap: { [peer]: { id: peer, map: { POR: { percentAgreement: -0.5 } } } } },
        { rawMap: { [peer]: { id: null, map: {} } } },
      ],
    ],
    [
      configurationContract,
      'AuSuspectUrlVersions',
      [
        { suspectVersions: [] },
        {
          suspectVersions: [
            { url: 'x', version: 1, storedHash: null, computedHash: { bytes: '', algorithm: 'a' } },
          ],
        },
      ],
      [
        { suspectVersions: [{ url: 'x' }] },
        { suspectVersions: [{ url: 'x', version: 1, computedHash: 'abc' }] },
      ],
    ],
    [
      configurationContract,
      'NoAuPeers',
      [{ rawSet: [], date: -1 }, { rawSet: [peer, '192.0.2.8', '2001:db8::1'] }],
      [{ rawSet: ['somebody'] }, { rawSet: peer }, { rawSet: [], date: -2 }],
    ],
  ])('of %# %s', (contract, name, accepted, refused) => {
    const schema = dereference(contract, contract.components.schemas[name]) as JsonSchema;
    for (const value of accepted) expect([value, findFaults(schema, value)]).toEqual([value, []]);
    for (const value of refused) expect([value, findFaults(schema, value)]).not.toEqual([value, []]);
  });
});

function parameter(contract: OpenApiDocument, operationId: string, name: string): JsonSchema {
  const operation = listContractOperations(contract).find((one) => one.operationId === operationId);
  const found = operation?.parameters.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${operationId} has no parameter ${name}`);
  return found.schema;
}
