// The network that an address belongs to, as far as it is likely to be one party's: a customer is given 64 bits of IPv6
// at least, and whoever has one IPv4 address has often more of its /24.
import ipaddr from 'ipaddr.js';

/** `192.0.2.0/24`, `2001:db8:1:2::/64`, or the text itself where it is no address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`;
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
