// The contracts of the two services: the OpenAPI documents, the types generated from them, and short names for the
// types used most. Nothing here is written twice: what the wire looks like is said in openapi/*.yaml alone.
import type { components as RepositoryComponents } from './generated/repository.ts';

export * from './document.ts';
export { repositoryContract } from './generated/repository.document.ts';
export type * as repository from './generated/repository.ts';
export { type ContractOperation, contractOperations, dereference } from './operations.ts';

type RepositorySchemas = RepositoryComponents['schemas'];

export type Artifact = RepositorySchemas['Artifact'];
export type ArtifactProperties = RepositorySchemas['ArtifactProperties'];
export type ArtifactPropertiesInput = RepositorySchemas['ArtifactPropertiesInput'];
export type ArtifactState = RepositorySchemas['ArtifactState'];
export type ArtifactPageInfo = RepositorySchemas['ArtifactPageInfo'];
export type AuidPageInfo = RepositorySchemas['AuidPageInfo'];
export type PageInfo = RepositorySchemas['PageInfo'];
export type ImportStatus = RepositorySchemas['ImportStatus'];
export type ImportOutcome = RepositorySchemas['ImportOutcome'];
export type AuSize = RepositorySchemas['AuSize'];
export type StorageInfo = RepositorySchemas['StorageInfo'];
export type RepositoryInfo = RepositorySchemas['RepositoryInfo'];
export type CdxRecord = RepositorySchemas['CdxRecord'];
export type ApiStatus = RepositorySchemas['ApiStatus'];
export type StartupStatus = RepositorySchemas['StartupStatus'];
export type Problem = RepositorySchemas['Problem'];
