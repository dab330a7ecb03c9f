// Determines the network prefix of a client address. Addresses in one network probably belong to one party. IPv6: the
// /64, because providers assign at least a /64 per customer. IPv4: the /24, because customers often have several
// addresses in it.
import ipaddr from 'ipaddr.js';

/**
 * Returns the prefix, for example `192.0.2.0/24` or `2001:db8:1:2::/64`. Returns the argument unchanged if it is not an
 * IP address.
 */
export function toNetworkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`;
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
