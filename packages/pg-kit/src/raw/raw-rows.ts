// Returns the rows of a prepared statement (prepared.ts) as bytes in PostgreSQL's binary format. For thousands of rows,
// creating strings and objects takes several times as long as the query. The driver still manages the connection, its
// state and its errors.
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { DriverConnection } from '../connections/driver-connection.ts';
import { RESPONSE_TIMEOUT_MS } from '../connections/timeouts.ts';
import { buildStatementMessages, type StatementValue } from './ask-statement.ts';
import { getRowTap, NO_ROWS, type RawRows } from './row-tap.ts';

interface RawStatementRequest {
  readonly name: string;
  readonly text: string;
  /** Start of the Bind message (ask-statement.ts). */
  readonly head: Buffer;
  readonly values: readonly StatementValue[];
}

/** Executes the statement and returns its rows. Rejects with the driver's errors. */
export function readRawRows(client: pg.PoolClient, statement: RawStatementRequest): Promise<RawRows> {
  return new Promise((resolve, reject) => {
    const query = new RawQuery(statement, (error) => {
      if (error) reject(error);
      else resolve(query.answered);
    });
    client.query(query);
  });
}

/**
 * Query object that replaces the driver's own. Does not request a description of the columns, which takes as long as
 * finding a row, both in PostgreSQL and in the client.
 */
class RawQuery extends EventEmitter implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly values: readonly StatementValue[];
  readonly #head: Buffer;
  readonly query_timeout = RESPONSE_TIMEOUT_MS;
  // Not named `rows`, because the driver sets a property of this name.
  answered: RawRows = NO_ROWS;
  callback: (error: Error | null | undefined) => void;

  constructor(statement: RawStatementRequest, callback: (error: Error | null | undefined) => void) {
    super();
    this.name = statement.name;
    this.text = statement.text;
    this.values = statement.values;
    this.#head = statement.head;
    this.callback = callback;
  }

  submit(driver: pg.Connection): void {
    const connection = driver as unknown as DriverConnection;
    const { stream, parsedStatements, submittedNamedStatements } = connection;
    const { name, text } = this;
    const question = buildStatementMessages(stream, this.#head, this.values);
    getRowTap(connection).begin((rows) => {
      this.answered = rows;
    });
    if (parsedStatements[name] === undefined) {
      connection.parse({ name, text, types: [] });
      submittedNamedStatements[name] = text;
    }
    if (stream.writable) stream.write(question);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
    this.emit('end');
  }
}
