// A client of the configuration service: every operation of its contract by its id. None of its listings has pages.
import type { configuration } from '@holdfast/api-types';
import { configurationContract } from '@holdfast/api-types/configuration';
import { type AuImportInput, type AuImportResult, importAusWith } from './au-records.ts';
import type { OperationCalls } from './operation-types.ts';
import { operationsOf } from './operations.ts';
import { type CallOptions, type ClientSettings, openService } from './settings.ts';

export type ConfigOperations = OperationCalls<configuration.operations>;

export interface ConfigClient extends ConfigOperations {
  /** Sends AUs with their documents, and yields what becomes of each. */
  importAuRecords(input: AuImportInput, options?: CallOptions): AsyncGenerator<AuImportResult>;
  /** Closes the connections that are kept open. Nothing is to be called any more. */
  close(): void;
}

/** Throws TypeError when the settings cannot be meant. Connects to nothing yet. */
export function configClient(settings: ClientSettings): ConfigClient {
  const service = openService(settings);
  const operations = operationsOf<configuration.operations>(configurationContract, service);
  return {
    ...operations,
    importAuRecords: (input, options) => importAusWith(operations, input, options),
    close: () => service.close(),
  };
}
