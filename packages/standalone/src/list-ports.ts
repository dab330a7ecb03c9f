// Lists the ports of the services in the settings.
import { type WantedPort, wantedPorts } from '../early/ports.mjs';
import type { StandaloneSettings } from './settings.ts';

export function listPorts({
  host,
  metricsHost,
  ports,
}: Pick<StandaloneSettings, 'host' | 'metricsHost' | 'ports'>): WantedPort[] {
  const texts = new Map<string, string>([
    ['HOST', host],
    ['METRICS_HOST', metricsHost],
    ...Object.entries(ports).map(([name, port]) => [name, String(port)] as const),
  ]);
  return wantedPorts((name) => texts.get(name));
}
