// Relaxes the contract for clients that are newer than this version: unknown fields of state documents and unknown
// kinds of agreement are accepted, stored and returned.
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

export function allowExtraMembers(contract: OpenApiDocument): OpenApiDocument {
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
