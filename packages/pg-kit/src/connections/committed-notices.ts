// Reports PostgreSQL notices with a given SQLSTATE after the transaction that raised them has committed.
import type pg from 'pg';
import { getDriverConnection } from './driver-connection.ts';

export interface CommittedNotices {
  readonly sqlState: string;
  /** Called with the messages of one transaction's notices. Must not throw. */
  readonly onCommitted: (messages: readonly string[]) => void;
}

const IDLE = 'I';

/** Watches a connection for notices. Call this before using the connection. */
export function watchCommittedNotices(
  client: pg.ClientBase,
  { sqlState, onCommitted }: CommittedNotices,
): void {
  const connection = getDriverConnection(client);
  let messages: string[] = [];
  let tag = '';
  let hasFailed = false;
  connection.on('notice', ({ code, message }: { code?: string; message?: string }) => {
    if (code === sqlState && message !== undefined) messages.push(message);
  });
  connection.on('commandComplete', ({ text }: { text: string }) => {
    tag = text;
  });
  connection.on('errorMessage', () => {
    hasFailed = true;
  });
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    const isCommitted = !hasFailed && tag !== 'ROLLBACK';
    hasFailed = false;
    if (status !== IDLE || messages.length === 0) return;
    const ended = messages;
    messages = [];
    if (isCommitted) onCommitted(ended);
  });
}
