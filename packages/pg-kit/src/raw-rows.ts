// Rows of a prepared statement (prepared.ts) as the bytes in which PostgreSQL sends them, in its binary format: where
// thousands of rows are passed on, making strings and objects of every value costs several times what finding them does.
// The driver keeps the connection, its state and its errors; only the rows themselves pass it by.
import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { ANSWER_TIMEOUT_MS } from './timeouts.ts';

export interface RawRows {
  readonly bytes: Buffer;
  /**
   * Where in the bytes each row begins: with the length of its first value in 4 bytes, big-endian, -1 for null; then come
   * the value, and those behind it.
   */
  readonly starts: readonly number[];
}

interface RawQuestion {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rejects as the driver does. */
export function rawRowsOf(client: pg.PoolClient, statement: RawQuestion): Promise<RawRows> {
  return new Promise((resolve, reject) => {
    const query = new RawQuery(statement, (error) => {
      if (error) reject(error);
      else resolve(query.answered);
    });
    client.query(query);
  });
}

/** What the driver has of a connection, and @types/pg does not name. */
interface DriverConnection {
  readonly stream: Duplex;
  /** Texts of the statements that it has parsed, or been sent to be. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly name: string; readonly text: string; readonly types: number[] }): void;
  bind(values: object): void;
  execute(portal: object): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * What the driver carries out in place of a query of its own. It does not ask what the columns are, as that does: to say so
 * costs PostgreSQL and the reader of its answer as much as the search for a row.
 */
class RawQuery extends EventEmitter implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly query_timeout = ANSWER_TIMEOUT_MS;
  // Not `rows`, by which the driver means something else.
  answered: RawRows = { bytes: NOTHING, starts: [] };
  callback: (error: Error | null | undefined) => void;

  constructor(statement: RawQuestion, callback: (error: Error | null | undefined) => void) {
    super();
    this.name = statement.name;
    this.text = statement.text;
    this.values = statement.values;
    this.callback = callback;
  }

  submit(driver: pg.Connection): void {
    const connection = driver as unknown as DriverConnection;
    const { stream, parsedStatements, submittedNamedStatements } = connection;
    const { name, text, values } = this;
    tapOf(stream).begin((rows) => {
      this.answered = rows;
    });
    stream.cork();
    try {
      if (parsedStatements[name] === undefined) {
        connection.parse({ name, text, types: [] });
        submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values, binary: true, valueMapper: prepareValue });
      connection.execute({});
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
    this.emit('end');
  }

  // Nothing is made of the rows, nor of how many they are.
  handleCommandComplete(): void {}
}

const taps = new WeakMap<Duplex, Tap>();

function tapOf(stream: Duplex): Tap {
  const known = taps.get(stream);
  if (known !== undefined) return known;
  const made = new Tap(stream);
  taps.set(stream, made);
  return made;
}

const DATA_ROW = 0x44;
const READY_FOR_QUERY = 0x5a;
/** A message begins with its kind and its length, which does not count the kind; a row then has its number of columns. */
const HEAD_BYTES = 5;
const BEFORE_ROW = HEAD_BYTES + 2;

/** Between a connection and the driver: while rows are asked for raw, they are kept here; all else goes on. */
class Tap {
  readonly #driver: (chunk: Buffer) => void;
  #onRows: ((rows: RawRows) => void) | undefined;
  #bytes: Buffer = NOTHING;
  #end = 0;
  #at = 0;
  #starts: number[] = [];

  constructor(stream: Duplex) {
    const listeners = stream.listeners('data') as ((chunk: Buffer) => void)[];
    this.#driver = (chunk) => {
      for (const listener of listeners) listener.call(stream, chunk);
    };
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    for (const listener of listeners) stream.off('data', listener);
  }

  /** To be called before the statement is sent. */
  begin(onRows: (rows: RawRows) => void): void {
    this.#onRows = onRows;
    this.#bytes = NOTHING;
    this.#end = 0;
    this.#at = 0;
    this.#starts = [];
  }

  #take(chunk: Buffer): void {
    if (this.#onRows === undefined) this.#driver(chunk);
    else this.#read(chunk);
  }

  #read(chunk: Buffer): void {
    this.#append(chunk);
    let passing = this.#at;
    while (this.#end - this.#at >= HEAD_BYTES) {
      const [kind, next] = [this.#bytes[this.#at]!, this.#at + 1 + this.#bytes.readInt32BE(this.#at + 1)];
      if (next > this.#end) break;
      if (kind === READY_FOR_QUERY) {
        this.#finish(passing);
        return;
      }
      if (kind === DATA_ROW) {
        this.#passOn(passing, this.#at);
        this.#starts.push(this.#at + BEFORE_ROW);
        passing = next;
      }
      this.#at = next;
    }
    this.#passOn(passing, this.#at);
  }

  /** The next query may begin while the driver hears of the end of this one. */
  #finish(passing: number): void {
    const [bytes, end] = [this.#bytes, this.#end];
    this.#onRows?.({ bytes, starts: this.#starts });
    this.#onRows = undefined;
    this.#bytes = NOTHING;
    this.#driver(bytes.subarray(passing, end));
  }

  #passOn(from: number, to: number): void {
    if (to > from) this.#driver(this.#bytes.subarray(from, to));
  }

  /** Most answers come in one piece, which is kept as it is. */
  #append(chunk: Buffer): void {
    const end = this.#end + chunk.length;
    if (this.#end === 0) this.#bytes = chunk;
    else {
      if (end > this.#bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#bytes.length, MANY_BYTES));
        this.#bytes.copy(larger, 0, 0, this.#end);
        this.#bytes = larger;
      }
      chunk.copy(this.#bytes, this.#end);
    }
    this.#end = end;
  }
}

const NOTHING = Buffer.alloc(0);
const MANY_BYTES = 64 * 1024;
