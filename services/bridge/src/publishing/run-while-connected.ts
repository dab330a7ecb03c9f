// Maintains a connection to one of several brokers. Reconnects with exponential back-off and jitter, so that several
// processes do not reconnect at the same time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@holdfast/service-kit';
import type { BrokerAddress } from '../stomp/address.ts';
import { type BrokerOptions, connectToBroker, type StompConnection } from '../stomp/connection.ts';

export interface BrokerLoopDeps {
  readonly brokers: readonly BrokerAddress[];
  readonly broker: BrokerOptions;
  readonly log: Log;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/**
 * Connects and runs `use` on the connection. `use` rejects when the connection is lost; this function then connects
 * again, until `signal` aborts.
 */
export async function runWhileConnected(
  deps: BrokerLoopDeps,
  use: (connection: StompConnection) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { brokers, log, random, firstPauseMs, longestPauseMs } = deps;
  let pauseMs = firstPauseMs;
  for (let turn = 0; !signal.aborted; turn++) {
    const address = brokers[turn % brokers.length]!;
    try {
      const connection = await connectToBroker(address, deps.broker);
      log.info({ broker: address.text }, 'connected to the broker');
      try {
        pauseMs = firstPauseMs;
        await use(connection);
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ broker: address.text, err: error }, 'publishing is interrupted');
    }
    await sleep(pauseMs * (0.5 + random() / 2), undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}
