// The address of this machine.
import { networkInterfaces } from 'node:os';

/** The first by which others may reach it; IPv4 before IPv6. Undefined when there is none. */
export function ownAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outer = addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outer.find(({ family }) => family === 'IPv4') ?? outer[0])?.address;
}
