// The settings of the service: the only place that looks at the environment. Every fault is reported at once.
import { commonSpec, type Environment, loginFaults, readSettings, SettingsError } from '@holdfast/http-kit';

const serviceSpec = {
  ...commonSpec,
  port: { kind: 'port', name: 'CONFIG_PORT', default: 24620, about: 'port of the service' },
  metricsPort: {
    kind: 'port',
    name: 'CONFIG_METRICS_PORT',
    default: 24621,
    about: 'port of metrics and probes',
  },
} as const;

/** Throws SettingsError that names every fault. */
export function serviceSettings(environment: Environment) {
  const settings = readSettings(environment, serviceSpec);
  const faults = loginFaults(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

export type ServiceSettings = ReturnType<typeof serviceSettings>;

/** The settings of this process. */
export function settingsOfProcess(): ServiceSettings {
  return serviceSettings(process.env);
}
