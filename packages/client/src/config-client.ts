// Client of the configuration service. Each operation has a function, named after its operation ID. No operation of
// this service is paginated.
import type { configuration } from '@holdfast/api-types';
import { configurationContract } from '@holdfast/api-types/configuration';
import { type AuImportInput, type AuImportResult, runAuImport } from './au-records.ts';
import type { OperationCalls } from './operation-types.ts';
import { createOperations } from './operations.ts';
import { type CallOptions, type ClientSettings, toServiceConnection } from './settings.ts';

export type ConfigOperations = OperationCalls<configuration.operations>;

export interface ConfigClient extends ConfigOperations {
  /** Sends AU records and yields the result for each AU. */
  importAuRecords(input: AuImportInput, options?: CallOptions): AsyncGenerator<AuImportResult>;
  /** Closes idle connections. Do not use the client afterwards. */
  close(): void;
}

/** Creates a client. Does not connect yet. Throws TypeError for invalid settings. */
export function createConfigClient(settings: ClientSettings): ConfigClient {
  const service = toServiceConnection(settings);
  const operations = createOperations<configuration.operations>(configurationContract, service);
  return {
    ...operations,
    importAuRecords: (input, options) => runAuImport(operations, input, options),
    close: () => service.close(),
  };
}
