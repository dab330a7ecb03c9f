// Service addresses for programs on this machine.
import type { StandaloneSettings } from './settings.ts';

/** Returns the local URL of a service that listens on `host`. */
export function makeServiceUrl(
  { host, certFile }: Pick<StandaloneSettings, 'host' | 'certFile'>,
  port: number,
): string {
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `${certFile === undefined ? 'http' : 'https'}://${name}:${port}`;
}
