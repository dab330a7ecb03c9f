// Determines the network of an address that the same party is likely to control. For IPv6 this is a /64, because
// providers assign at least a /64 to each customer. For IPv4 it is a /24, because a customer often has several
// addresses in one /24.
import ipaddr from 'ipaddr.js';

/** Returns `192.0.2.0/24` or `2001:db8:1:2::/64`, or the text itself if it is not an address. */
export function toNetworkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`;
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
