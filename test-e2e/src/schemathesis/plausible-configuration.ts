// Inserts existing AUs, sources and queries into the configuration service's contract as examples.
import {
  allowValues,
  type ContractNode,
  dropExamples,
  getSchemas,
  listBodies,
  offerToParameters,
} from './plausible-contract.ts';

export interface ExampleAus {
  /** Configured AUs. The examples use the first. */
  aus: readonly { auid: string; pluginId: string; auConfig: Readonly<Record<string, string>> }[];
  /** Configured AUs that belong to no group, so that group operations do not change them. */
  single: readonly string[];
  /** URLs of configuration sources. */
  sources: readonly string[];
}

const preconditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'];
const times = ['Tue, 19 Aug 2025 23:18:28 GMT', '0', '4102444800000'];

const queries = {
  auQuery: [
    'select *',
    "select auId, name, tdbPublisher where active = true and auConfiguration.defParams.year in ('2024', '2025')",
    "select auId, highestPollAgreement where substanceState <> 'No' order by creationTime desc limit 1, 2",
  ],
  pluginQuery: [
    'select *',
    "select pluginId, get(definition, 'au_name') where type $= 'internal' and auCount >= 0",
  ],
  tdbAuQuery: [
    'select *',
    "select auId, tdbTitle.issn, tdbPublisher where tdbTitle.issn is not null and lower(name) like '%tide%'",
    'select name where not (down or active) order by upper(name) desc, auId limit 5',
  ],
  tdbPublisherQuery: ['select *', "select name where name $like 'example%' and length(name) * 2 > 1 + 1"],
  tdbTitleQuery: ['select *', "select id, issns where substring(name, 1, 4) = 'Tide' order by issn"],
};

export function addConfigurationExamples(
  contract: ContractNode,
  { aus, single, sources }: ExampleAus,
): ContractNode {
  const copy = structuredClone(contract);
  const auids = aus.map(({ auid }) => auid);
  dropExamples(copy, preconditions);
  offerToParameters(copy, {
    // Encodes the AUIDs, because Schemathesis would decode their percent-encoding as part of the path.
    auid: [...auids, ...single].map(encodeURIComponent),
    url: [...sources, 'dyn:cluster.xml', 'dyn:user-config.xml'],
    'If-Match': ['*', '"0"', '"5f1c0e9b2a7d4c83", "0"'],
    'If-None-Match': ['*', '"5f1c0e9b2a7d4c83"'],
    'If-Modified-Since': times,
    'If-Unmodified-Since': times,
    ...queries,
  });
  const schemas = getSchemas(copy);
  schemas.Auid!.examples = [auids[0]];
  const configurations = aus.map(({ auid: auId, auConfig }) => ({ auId, auConfig }));
  schemas.AuConfiguration = allowValues(schemas.AuConfiguration!, configurations);
  for (const schema of ['AuState', 'AuAgreements', 'AuSuspectUrlVersions', 'NoAuPeers']) {
    offerMember(schemas[schema]!, schema === 'AuState' ? 'auId' : 'auid', auids);
  }
  offerMember(schemas.AuidsForm!, 'pluginId', [...new Set(aus.map(({ pluginId }) => pluginId))]);
  offerMember(
    schemas.AuidsForm!,
    'auConfig',
    aus.map(({ auConfig }) => JSON.stringify(auConfig)),
  );
  const group = (copy.components as { requestBodies: { AuGroup: { content: Record<string, ContractNode> } } })
    .requestBodies.AuGroup.content;
  group['application/json'] = {
    schema: { type: 'array', items: allowValues({ $ref: '#/components/schemas/Auid' }, auids) },
    example: auids,
  };
  group['text/plain']!.example = auids.join('\n');
  for (const { example } of listBodies(copy) as { example?: ContractNode }[]) {
    if (example?.auConfig !== undefined) Object.assign(example, configurations[0]);
  }
  return copy;
}

function offerMember(schema: ContractNode, name: string, values: readonly unknown[]): void {
  const properties = schema.properties as Record<string, ContractNode>;
  properties[name] = allowValues(properties[name]!, values);
}
