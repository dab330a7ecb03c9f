// Finds the network around an address that one party is likely to control: a /64 for IPv6, because customers get at
// least that, and a /24 for IPv4, because customers often have several addresses in one.
import ipaddr from 'ipaddr.js';

/** Returns `192.0.2.0/24` or `2001:db8:1:2::/64`, or the text itself if it is not an address. */
export function findNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`;
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
