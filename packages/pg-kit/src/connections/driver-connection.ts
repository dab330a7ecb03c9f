// What the driver has of a connection, and @types/pg does not name.
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Emits what the driver has read, each message under its name. */
export interface DriverConnection extends EventEmitter {
  readonly stream: Duplex;
  /** Texts of the statements that it has parsed, or been sent to be. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  bind(values: BindValues): void;
  parse(statement: { readonly name: string; readonly text: string; readonly types: number[] }): void;
}

/** What the driver sends in a Bind. */
export interface BindValues {
  readonly portal?: string;
  /** The name of the statement. */
  readonly statement?: string;
  readonly values?: readonly unknown[];
  /** Makes of a value what is sent of it; undefined, as null, for null. */
  valueMapper?(value: unknown, index: number): string | Buffer | null | undefined;
  /** The answer's columns are to be in the binary format. */
  readonly binary?: boolean;
}

export function connectionOf(client: pg.ClientBase): DriverConnection {
  return (client as unknown as { readonly connection: DriverConnection }).connection;
}
