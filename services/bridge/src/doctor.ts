// Broker checks for `./holdfast doctor`, which loads this module.
import type { Environment } from '@holdfast/service-kit';
import { readBridgeSettings } from './env.ts';
import { connectToBroker } from './stomp/connection.ts';

export interface BrokerTrial {
  /** Broker address as written in the setting. */
  readonly address: string;
  /** Reason why the login failed. Undefined if it succeeded. */
  readonly error: unknown;
  readonly durationMs: number;
}

const TIMEOUT_MS = 5_000;

/** Logs in to each broker. Throws SettingsError. */
export async function tryBrokers(environment: Environment): Promise<BrokerTrial[]> {
  const { brokers, brokerUser: user, brokerPassword: password, ...rest } = readBridgeSettings(environment);
  const { brokerAuthorities: authorities, heartBeatMs } = rest;
  const options = { user, password, authorities, heartBeatMs, timeoutMs: TIMEOUT_MS };
  return Promise.all(
    brokers.map(async (broker): Promise<BrokerTrial> => {
      const begunMs = performance.now();
      let error: unknown;
      try {
        await (await connectToBroker(broker, options)).close();
      } catch (thrown) {
        error = thrown;
      }
      return { address: broker.text, error, durationMs: performance.now() - begunMs };
    }),
  );
}
