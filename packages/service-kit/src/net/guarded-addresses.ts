// Blocks requests to internal addresses, unless a setting of the operator contains the origin. Blocks the metadata
// addresses of cloud providers, unless a setting contains the address itself. Checks addresses after name resolution,
// so that DNS names cannot circumvent the check.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';

const LINK_LOCAL: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['169.254.0.0', 16],
];
const INSIDE: readonly [address: string, bits: number][] = [
  ...LINK_LOCAL,
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const LINK_LOCAL_IPV6: readonly [address: string, bits: number][] = [
  ['::', 128],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
];
const INSIDE_IPV6: readonly [address: string, bits: number][] = [
  ...LINK_LOCAL_IPV6,
  // ::1, and deprecated IPv4-compatible addresses.
  ['::', 96],
  // Local NAT64 prefix, Teredo and 6to4, which embed IPv4 addresses.
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
  ['ff00::', 8],
];

const linkLocal = blockList(LINK_LOCAL, LINK_LOCAL_IPV6);
const inside = blockList(INSIDE, INSIDE_IPV6);

/** Creates a list of blocked addresses with their NAT64 forms. BlockList itself handles IPv4-mapped addresses. */
function blockList(
  ipv4: readonly (readonly [address: string, bits: number])[],
  ipv6: readonly (readonly [address: string, bits: number])[],
): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ipv4) {
    list.addSubnet(address, bits, 'ipv4');
    list.addSubnet(`64:ff9b::${address}`, 96 + bits, 'ipv6');
  }
  for (const [address, bits] of ipv6) list.addSubnet(address, bits, 'ipv6');
  return list;
}

/**
 * Returns whether requests to the host are permitted. `named` is true if the operator's settings contain the origin.
 * Checks IP addresses only; host names are checked after resolution.
 */
export function isPermittedHost(host: string, named: boolean): boolean {
  return named || !isIn(inside, host.replace(/^\[|\]$/g, ''));
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Returns a DNS lookup function that returns permitted addresses only, and fails if there are none. */
export function createGuardedLookup(named: boolean) {
  const guarded = named ? linkLocal : inside;
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = addresses?.filter(({ address }) => !isIn(guarded, address)) ?? [];
      if (error !== null || allowed.length === 0) callback(error ?? new GuardedAddressError(hostname), '');
      else if (options.all === true) callback(null, allowed);
      else callback(null, allowed[0]!.address, allowed[0]!.family);
    });
  };
}

export class GuardedAddressError extends Error {
  override readonly name = 'GuardedAddressError';

  constructor(hostname: string) {
    super(`the name ${hostname} stands for an address that is not to be asked`);
  }
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
