// Addresses of brokers: `stomp://host:port`, or `stomps://host:port` for TLS. The bridge tries several in turn.

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Address as written in the setting. */
  readonly text: string;
}

const USUAL_PORTS = { 'stomp:': 61_613, 'stomps:': 61_614 } as const;

/** Parses the setting. Throws an Error whose message has no subject; the caller prepends the setting's name. */
export function parseBrokerAddresses(text: string): readonly BrokerAddress[] {
  const addresses = text.split(/[\s,]+/).filter((one) => one !== '');
  if (addresses.length === 0) throw new Error('must name a broker');
  return addresses.map(parseOne);
}

function parseOne(text: string): BrokerAddress {
  const url = URL.parse(text);
  const protocol = url?.protocol as keyof typeof USUAL_PORTS;
  if (url === null || !Object.hasOwn(USUAL_PORTS, protocol) || url.hostname === '') {
    throw new Error('must be addresses such as stomp://broker:61613 or stomps://broker:61614');
  }
  // The address must not contain a password, because it is logged.
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a name or a password');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new Error('must end with the port');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? USUAL_PORTS[protocol] : Number(url.port),
    isSecure: protocol === 'stomps:',
    text,
  };
}
