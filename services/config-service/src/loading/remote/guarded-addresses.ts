// Addresses that are never asked, whoever names them: link-local ones, at which clouds keep the secrets of their
// machines. Checked when a name is resolved, so that no name can stand for them either.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';

const guarded = new BlockList();
guarded.addSubnet('169.254.0.0', 16, 'ipv4');
guarded.addSubnet('0.0.0.0', 8, 'ipv4');
guarded.addAddress('100.100.100.200', 'ipv4');
guarded.addSubnet('fe80::', 10, 'ipv6');
guarded.addAddress('::', 'ipv6');
guarded.addAddress('fd00:ec2::254', 'ipv6');

/** `address` as a URL's host may hold it, or any other name, which is not guarded. */
export function isGuarded(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '');
  const family = isIP(plain);
  return family !== 0 && guarded.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** To be given to a request: resolves a name to addresses that may be asked, or fails. */
export function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const allowed = addresses?.filter(({ address }) => !isGuarded(address)) ?? [];
    if (error !== null || allowed.length === 0) {
      callback(error ?? new Error(`the name ${hostname} stands for an address that is not to be asked`), '');
    } else if (options.all === true) callback(null, allowed);
    else callback(null, allowed[0]!.address, allowed[0]!.family);
  });
}
