// Settings for repairs from peers. A peer is another repository service that may still have content that is damaged in
// all stores of this node.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** Maximum number of peers. Limits the requests for a damaged artifact. */
const MAX_PEERS = 32;

export const peersSpec = {
  repairSources: {
    kind: 'parsed',
    name: 'REPAIR_SOURCES',
    default: [] as readonly string[],
    defaultText: 'none',
    values: '`http://` or `https://` addresses, separated by commas',
    about:
      'base URLs of other repository services, from which an artifact is repaired if no store of this node has an intact copy ([Repair from peers](object-stores.md#repair-from-peers))',
    parse: parseRepairSources,
  },
  repairTokens: {
    kind: 'secret',
    name: 'REPAIR_TOKENS',
    defaultText: 'none: requests have no login',
    about:
      'API tokens for `REPAIR_SOURCES`, separated by commas and in the same order; an empty entry: no login. Each token needs the role `accessContentRole` at its source',
  },
  repairCaFile: {
    kind: 'string',
    name: 'REPAIR_CA_FILE',
    defaultText: 'none: the public authorities alone',
    about:
      'PEM file with certificates of further authorities that may sign the certificates of `https:` `REPAIR_SOURCES`; read at start',
  },
} as const;

export interface PeerSettings {
  readonly repairSources: readonly string[];
  readonly repairTokens: string | undefined;
  readonly repairCaFile: string | undefined;
}

/** Returns the URLs without trailing slashes. Error messages omit the URLs, because a URL may contain a password. */
function parseRepairSources(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  const urls = words.map((word) => {
    const url = URL.canParse(word) ? new URL(word) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must list http: or https: addresses');
    if (url.username !== '' || url.password !== '')
      throw new Error('must not contain credentials; REPAIR_TOKENS does');
    if (url.search !== '' || url.hash !== '') throw new Error('must have neither queries nor fragments');
    return url.href.replace(/\/+$/, '');
  });
  if (new Set(urls).size < urls.length) throw new Error('must not list an address twice');
  if (urls.length > MAX_PEERS) throw new Error(`must list at most ${MAX_PEERS} addresses`);
  return urls;
}

/** Returns an error message for each contradictory or unusable setting. */
export function findPeerFaults({ repairSources, repairTokens, repairCaFile }: PeerSettings): string[] {
  const faults: string[] = [];
  if (repairTokens !== undefined) {
    const tokens = splitTokens(repairTokens);
    if (repairSources.length === 0) faults.push('REPAIR_TOKENS has no effect without REPAIR_SOURCES');
    else if (tokens.length !== repairSources.length)
      faults.push('REPAIR_TOKENS must have one entry for each address of REPAIR_SOURCES');
    if (tokens.some((token) => /[^\x21-\x7e]/.test(token)))
      faults.push('REPAIR_TOKENS must contain API tokens, separated by commas');
  }
  if (repairCaFile !== undefined) {
    if (!repairSources.some((url) => url.startsWith('https:')))
      faults.push('REPAIR_CA_FILE has no effect without an https: address in REPAIR_SOURCES');
    else if (!canReadAuthorities(repairCaFile))
      faults.push('REPAIR_CA_FILE must name a readable file with certificates in PEM format');
  }
  return faults;
}

export function splitTokens(text: string): string[] {
  return text.split(',').map((token) => token.trim());
}

function canReadAuthorities(file: string): boolean {
  try {
    const pem = readFileSync(file, 'utf8');
    createSecureContext({ ca: pem });
    return pem.includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}
