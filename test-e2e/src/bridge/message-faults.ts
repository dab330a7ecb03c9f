// Compares the received messages with the acknowledged changes. Every change must have its message, in the order of the
// changes; repeated messages are allowed.

import type { ReceivedMessage } from './bridged-node.ts';
import { type AcknowledgedChanges, formatAccountSubject, formatAuSubject } from './changes.ts';

/** Returns a description of each missing, misordered or unparsable message. */
export function findMessageFaults(done: AcknowledgedChanges, received: readonly ReceivedMessage[]): string[] {
  const found = new Map<string, string[]>();
  for (const one of dropRepeats(received)) {
    const [subject, word] = parseChange(one);
    if (!found.has(subject)) found.set(subject, []);
    found.get(subject)!.push(word);
  }
  return [
    ...[...done].flatMap(([subject, words]) => describeDifference(subject, words, found.get(subject) ?? [])),
    ...received.flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
  ];
}

export const listMessageIds = (received: readonly ReceivedMessage[]): string[] =>
  received.flatMap(({ id }) => (id ? [id] : []));

function dropRepeats(received: readonly ReceivedMessage[]): ReceivedMessage[] {
  const seen = new Set<string>();
  return received.filter(({ id }) => {
    if (!id || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/**
 * Returns the subject of a message, and the change that the message reports. Invalidations of a whole AU have the AU's
 * subject.
 */
function parseChange({ map = {} }: ReceivedMessage): [string, string] {
  const { verb, name, auid = '', json = '', CacheAction: action, ArtifactKey: key = '' } = map;
  if (verb !== undefined) return [formatAuSubject('Config', auid), verb];
  if (name === 'UserAccount') return [formatAccountSubject(map.username!), map.userAccountChange!];
  if (name !== undefined) return [formatAuSubject('State', auid), `${name} ${NUMBER.exec(json)?.[1]}`];
  if (action === 'InvalidateAu') return [formatAuSubject('Artifacts', key), 'AU'];
  return [
    formatAuSubject('Artifacts', key.split(':')[1] ?? ''),
    `${map.InvalidateOp} ${key.slice(key.lastIndexOf(':') + 1)}`,
  ];
}

/** Matches the counter that changes.ts puts into its state documents. */
const NUMBER = /"(?:lastCrawlTime|percentAgreementTime|created|date)":(\d+)/;

function describeDifference(subject: string, wanted: readonly string[], found: readonly string[]): string[] {
  const at = wanted.findIndex((one, i) => found[i] !== one);
  if (at !== -1)
    return [`${subject}: ${wanted[at]} was to be the ${at + 1}th, and is ${found[at] ?? 'missing'}`];
  return found.length > wanted.length
    ? [`${subject}: ${found.length - wanted.length} more than were made`]
    : [];
}
