// Settings of the bridge. Only this file reads the environment. Reports all faults together.
import {
  commonSpec,
  databaseCaSpec,
  describeMisspeltSettings,
  type Environment,
  readSettings,
} from '@holdfast/service-kit';
import { parseBrokerAddresses } from './stomp/address.ts';

const { metricsHost, logLevel } = commonSpec;
const DAY_MS = 86_400_000;

/** docs/settings.md is generated from this object. */
export const bridgeSpec = {
  brokers: {
    kind: 'parsed',
    name: 'BRIDGE_BROKER',
    parse: parseBrokerAddresses,
    values: '`stomp://host:port` or `stomps://host:port`, separated by commas',
    default: [],
    defaultText: 'must be set',
    about:
      'message brokers; messages go to one of them, and to the next one if it fails. `stomps:` is STOMP over TLS',
  },
  brokerUser: {
    kind: 'string',
    name: 'BRIDGE_BROKER_USER',
    pattern: /^[^\p{Cc}]{1,256}$/u,
    about: 'user name for the broker',
  },
  brokerPassword: {
    kind: 'secret',
    name: 'BRIDGE_BROKER_PASSWORD',
    minLength: 1,
    about: 'password for the broker',
  },
  brokerAuthorities: {
    kind: 'string',
    name: 'BRIDGE_BROKER_CA',
    maxLength: 262_144,
    defaultText: 'the authorities that Node trusts',
    about: 'PEM certificates of the authorities that may sign the certificate of the broker',
  },
  heartBeatMs: {
    kind: 'duration',
    name: 'BRIDGE_HEART_BEAT',
    min: 0,
    max: 600_000,
    default: 10_000,
    about: 'interval between heart-beats, by which both sides detect a lost connection; `0s`: none',
  },
  settleMs: {
    kind: 'duration',
    name: 'BRIDGE_SETTLE',
    min: 0,
    max: 600_000,
    default: 35_000,
    about:
      'time for listeners to reconnect to a broker before the bridge sends messages. LOCKSS services need up to 30 s; without durable subscriptions they miss earlier messages',
  },
  databaseCaFile: databaseCaSpec,
  configurationUrl: {
    kind: 'url',
    name: 'BRIDGE_CONFIGURATION_DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    severalHosts: true,
    authorities: 'DATABASE_CA_FILE',
    defaultText: 'none: its changes are not published',
    about:
      'database of the configuration service, with an account that has access to its outbox ([The bridge](bridge.md#in-containers))',
  },
  repositoryUrl: {
    kind: 'url',
    name: 'BRIDGE_REPOSITORY_DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    severalHosts: true,
    authorities: 'DATABASE_CA_FILE',
    defaultText: 'none: its changes are not published',
    about: 'database of the repository service, with an account that has access to its outbox',
  },
  configTopic: {
    kind: 'string',
    name: 'BRIDGE_CONFIG_TOPIC',
    pattern: /^[A-Za-z0-9._-]{1,255}$/,
    default: 'ConfigChangedTopic',
    about: "topic of AUs' configurations and of the configuration as a whole (`org.lockss.config.jms.topic`)",
  },
  stateTopic: {
    kind: 'string',
    name: 'BRIDGE_STATE_TOPIC',
    pattern: /^[A-Za-z0-9._-]{1,255}$/,
    default: 'StateChangedTopic',
    about: 'topic of state documents and user accounts (`org.lockss.state.jms.topic`)',
  },
  keepForMs: {
    kind: 'duration',
    name: 'BRIDGE_KEEP_FOR',
    min: 60_000,
    max: 365 * DAY_MS,
    default: 7 * DAY_MS,
    about:
      'time to queue changes while the bridge is down; after this time, changes are discarded until the bridge runs again',
  },
  keepRows: {
    kind: 'integer',
    name: 'BRIDGE_KEEP_CHANGES',
    min: 1_000,
    max: 1_000_000_000,
    default: 1_000_000,
    about: 'maximum number of unpublished changes of a service; further changes are discarded',
  },
  metricsHost,
  metricsPort: {
    kind: 'port',
    name: 'BRIDGE_METRICS_PORT',
    default: 24631,
    about: 'port of metrics and probes',
  },
  logLevel,
} as const;

/** Parses the settings of the bridge. Throws a SettingsError that lists all faults. */
export function readBridgeSettings(environment: Environment) {
  return readSettings(environment, bridgeSpec, (settings) => [
    // `brokers` is undefined if the setting is invalid. That fault has already been reported.
    ...(settings.brokers?.length === 0 ? ['BRIDGE_BROKER must be set (or BRIDGE_BROKER_FILE)'] : []),
    ...databaseFaults(settings),
  ]);
}

/** Reads the settings of the `forget` command: the databases of the outboxes. Throws SettingsError. */
export function readForgetSettings(environment: Environment) {
  const { databaseCaFile, configurationUrl, repositoryUrl } = bridgeSpec;
  return readSettings(environment, { databaseCaFile, configurationUrl, repositoryUrl }, (settings) =>
    databaseFaults(settings),
  );
}

function databaseFaults(settings: {
  readonly configurationUrl: string | undefined;
  readonly repositoryUrl: string | undefined;
}): string[] {
  const isGiven = settings.configurationUrl !== undefined || settings.repositoryUrl !== undefined;
  return isGiven ? [] : ['BRIDGE_CONFIGURATION_DATABASE_URL or BRIDGE_REPOSITORY_DATABASE_URL must be set'];
}

export type ForgetSettings = ReturnType<typeof readForgetSettings>;
export type BridgeSettings = ReturnType<typeof readBridgeSettings>;

/** Returns warnings about environment variables whose names look like misspelt settings. */
export function findMisspeltSettings(): string[] {
  return describeMisspeltSettings(
    process.env,
    Object.values(bridgeSpec).map(({ name }) => name),
  );
}

/** Reads the settings from this process's environment. */
export function readSettingsOfProcess(): BridgeSettings {
  return readBridgeSettings(process.env);
}

export function readForgetSettingsOfProcess(): ForgetSettings {
  return readForgetSettings(process.env);
}
