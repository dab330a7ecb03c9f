// Lists the ports of the services in the settings.
import { listPortsToCheck, type PortToCheck } from '../early/ports.mjs';
import type { StandaloneSettings } from './settings.ts';

export function listPorts({
  host,
  metricsHost,
  ports,
}: Pick<StandaloneSettings, 'host' | 'metricsHost' | 'ports'>): PortToCheck[] {
  const texts = new Map<string, string>([
    ['HOST', host],
    ['METRICS_HOST', metricsHost],
    ...Object.entries(ports).map(([name, port]) => [name, String(port)] as const),
  ]);
  return listPortsToCheck((name) => texts.get(name));
}
