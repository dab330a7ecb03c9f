// Clients of the repository service and the configuration service, with types from the API contracts.
export type * from '@holdfast/api-types';
export type { AuImportInput, AuImportResult, AuRecord } from './au-records.ts';
export type { CaptureQuery } from './captures.ts';
export { type ConfigClient, type ConfigOperations, createConfigClient } from './config-client.ts';
export type { CreateResult, NewArtifact } from './create.ts';
export type { FileInput, FormFile, FormValue } from './form.ts';
export type { ImportedRecord, ImportInput, MigratedRecord, MigrationInput } from './import.ts';
export type {
  BytesResponse,
  OperationCalls,
  OperationInput,
  OperationOutput,
  RepositoryOperations,
} from './operation-types.ts';
export { createRepositoryClient, type RepositoryClient } from './repository-client.ts';
export { describeSystemError, ServiceError } from './service-error.ts';
export type { CallOptions, ClientSettings, ResponseHead } from './settings.ts';
