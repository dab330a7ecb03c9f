// Parts of the driver's connection that @types/pg does not declare.
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Connection of the driver. Emits an event for each message from PostgreSQL, with the name of the message. */
export interface DriverConnection extends EventEmitter {
  readonly stream: Duplex;
  /** SQL texts of the prepared statements that PostgreSQL has parsed for this connection, or was asked to parse. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  bind(values: BindValues): void;
  parse(statement: { readonly name: string; readonly text: string; readonly types: number[] }): void;
}

/** Arguments of a Bind message. */
export interface BindValues {
  readonly portal?: string;
  /** Name of the prepared statement. */
  readonly statement?: string;
  readonly values?: readonly unknown[];
  /** Converts a value before it is sent. Undefined and null become null. */
  valueMapper?(value: unknown, index: number): string | Buffer | null | undefined;
  /** Requests the result columns in binary format. */
  readonly binary?: boolean;
}

export function getDriverConnection(client: pg.ClientBase): DriverConnection {
  return (client as unknown as { readonly connection: DriverConnection }).connection;
}
