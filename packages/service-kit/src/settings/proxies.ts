// The reverse proxies that an operator trusts, as a setting names them.
import proxyAddress from 'proxy-addr';

/** Whether the address is a proxy's that is believed. */
export type TrustProxy = (address: string) => boolean;

/** `proxies`: addresses and networks such as `10.0.0.0/8`. Throws TypeError where one is none. */
export function trustProxies(proxies: readonly string[]): TrustProxy {
  if (proxies.length === 0) return () => false;
  const trusted = proxyAddress.compile([...proxies]);
  return (address) => trusted(address, 0);
}

/** A list with commas or blanks between. Throws an Error that completes the sentence "NAME …". */
export function parseProxies(text: string): readonly string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  for (const proxy of proxies) {
    try {
      trustProxies([proxy]);
    } catch {
      throw new Error(`must hold addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(proxy)}`);
    }
  }
  return proxies;
}
