// Holds this process's committed journal lines in memory until the object store has them. If a failover loses the
// database's latest transactions, the transactions can be replayed from these lines.
import type { CommittedNotices } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { formatNumberArray } from '../arrays.ts';
import { JOURNAL_LINE_SQLSTATE } from '../migrations/first/journal.ts';
import type { IndexSchema } from '../schema.ts';
import type { JournalLine } from './journal.db.ts';

/** Maximum total size of the lines. If the store is unavailable for long, the oldest lines are dropped. */
const MAX_BYTES = 32 * 1024 * 1024;

interface TailLine {
  readonly line: JournalLine;
  readonly bytes: number;
}

export class JournalTail {
  readonly #lines = new Map<string, TailLine>();
  #bytes = 0;

  /** Settings of connections whose journal lines are held in memory. */
  readonly notices: CommittedNotices = {
    sqlState: JOURNAL_LINE_SQLSTATE,
    onCommitted: (messages) => {
      for (const message of messages) this.#add(message);
    },
  };

  get lines(): JournalLine[] {
    return [...this.#lines.values()].map(({ line }) => line);
  }

  /** Drops shipped lines. Call only after the index was compared with the store. */
  async forgetShipped(db: Kysely<IndexSchema>): Promise<void> {
    const asked = [...this.#lines];
    if (asked.length === 0) return;
    const ids = asked.map(([, { line }]) => line.id);
    const { rows } = await sql<{ id: number }>`
      select id from journal where id = any(${formatNumberArray(ids)}::bigint[])`.execute(db);
    const waiting = new Set(rows.map(({ id }) => id));
    for (const [name, { line }] of asked) if (!waiting.has(line.id)) this.#remove(name);
  }

  forget(lines: readonly JournalLine[]): void {
    for (const line of lines) this.#remove(formatLineKey(line));
  }

  #add(message: string): void {
    const [head, entry] = JSON.parse(message) as [Omit<JournalLine, 'op'>, JournalEntry];
    const line = { ...head, at: new Date(head.at).toISOString(), ...entry } as JournalLine;
    this.#lines.set(formatLineKey(line), { line, bytes: message.length });
    this.#bytes += message.length;
    for (const name of this.#lines.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#remove(name);
    }
  }

  #remove(name: string): void {
    this.#bytes -= this.#lines.get(name)?.bytes ?? 0;
    this.#lines.delete(name);
  }
}

function formatLineKey({ epoch, id }: Pick<JournalLine, 'epoch' | 'id'>): string {
  return `${epoch}/${id}`;
}
