// The contract for clients that may know more of state documents than this version does: members and kinds of agreement
// that it has no word for are taken, kept and given back.
import type { OpenApiDocument } from '@holdfast/api-types';

const DOCUMENTS = [
  'AuState',
  'AuAgreements',
  'PeerAgreements',
  'PeerAgreement',
  'AuSuspectUrlVersions',
  'SuspectUrlVersion',
  'HashResult',
  'NoAuPeers',
];

export function withOpenDocuments(contract: OpenApiDocument): OpenApiDocument {
  const open = structuredClone(contract) as OpenApiDocument & { components: { schemas: Schemas } };
  const { schemas } = open.components;
  for (const name of DOCUMENTS) delete schemas[name]!.additionalProperties;
  delete schemas.PeerAgreements!.properties!.map!.propertyNames;
  return open;
}

type Schemas = Record<string, Schema>;

interface Schema {
  additionalProperties?: unknown;
  propertyNames?: unknown;
  readonly properties?: Schemas;
}
