// Clients of the two services, typed by their contracts.
export type * from '@holdfast/api-types';
export type { AuImportInput, AuImportResult, AuRecord } from './au-records.ts';
export type { CaptureQuery } from './captures.ts';
export { type ConfigClient, type ConfigOperations, configClient } from './config-client.ts';
export type { Created, NewArtifact } from './create.ts';
export type { FileInput, FormFile, FormValue } from './form.ts';
export type { ImportInput, JudgedRecord, MigratedRecord, MigrationInput } from './import.ts';
export type {
  BytesAnswer,
  InputOf,
  OperationCalls,
  OutputOf,
  RepositoryOperations,
} from './operation-types.ts';
export { type RepositoryClient, repositoryClient } from './repository-client.ts';
export { failureWords, ServiceError } from './service-error.ts';
export type { AnswerHead, CallOptions, ClientSettings } from './settings.ts';
