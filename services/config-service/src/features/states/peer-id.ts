// Identities of peers as the field writes them.
import { isIP } from 'node:net';

/** `TCP:[ip]:port` with a port from 1 to 65535, or a bare IP address. */
export function isPeerId(text: string): boolean {
  const [, ip, port] = /^TCP:\[([^\]]*)\]:(\d{1,5})$/i.exec(text) ?? [undefined, text, '1'];
  return isIP(ip!) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}
