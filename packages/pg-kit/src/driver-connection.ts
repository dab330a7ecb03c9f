// What the driver has of a connection, and @types/pg does not name.
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

/** Emits what the driver has read, each message under its name. */
export interface DriverConnection extends EventEmitter {
  readonly stream: Duplex;
  /** Texts of the statements that it has parsed, or been sent to be. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly name: string; readonly text: string; readonly types: number[] }): void;
}
