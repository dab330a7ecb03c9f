// Decides which client addresses may use the service. Configuration files list addresses (`192.0.2.7`, `2001:db8::7`),
// networks (`192.0.2.0/24`) and LOCKSS-style wildcards (`192.0.2.*`).
import { BlockList, isIP } from 'node:net';

export interface AccessLists {
  /** Included addresses. If the list is empty, every address that is not excluded may use the service. */
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/**
 * Returns whether a client may use the service. Loopback addresses are always allowed, so that operators can correct a
 * wrong rule.
 */
export type AddressRule = (address: string) => boolean;

/** Creates the rule. Ignores list items that cannot be parsed: they neither include nor exclude addresses. */
export function makeAccessRules({ included, excluded }: AccessLists): AddressRule {
  const [inside, outside] = [listOfNetworks(included), listOfNetworks(excluded)];
  const everyone = included.length === 0;
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) return everyone && excluded.length === 0;
    if (loopback.check(address, family)) return true;
    return (everyone || inside.check(address, family)) && !outside.check(address, family);
  };
}

/** Returns messages such as "has …, which is neither an address nor a network", without the parameter's name. */
export function findAccessFaults(networks: readonly string[]): string[] {
  return networks
    .filter((network) => networkOf(network) === undefined)
    .map(
      (network) => `has ${JSON.stringify(network.slice(0, 100))}, which is neither an address nor a network`,
    );
}

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function listOfNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of networks.flatMap((one) => networkOf(one) ?? []))
    list.addSubnet(address, bits, family);
  return list;
}

function networkOf(text: string): Network | undefined {
  const [address = '', bits, ...rest] = convertWildcards(text).split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined;
  const most = version === 4 ? 32 : 128;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return undefined;
  return { address, bits: bits === undefined ? most : Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Converts `10.1.*.*` and `10.1.*` to `10.1.0.0/16`. */
function convertWildcards(text: string): string {
  const [, numbers] = /^((?:\d{1,3}\.){1,3})(?:\*\.){0,2}\*$/.exec(text) ?? [];
  if (numbers === undefined) return text;
  const parts = numbers.split('.').slice(0, -1);
  return `${[...parts, '0', '0', '0'].slice(0, 4).join('.')}/${parts.length * 8}`;
}
