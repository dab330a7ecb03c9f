// State documents between the wire and the tables: what the contract's schemas cannot say of them, and their defaults.
// Members that this version does not know, where the contract lets them in (open-documents.ts), stay where they are.

import { isIP, SocketAddress } from 'node:net';
import type { configuration } from '@holdfast/api-types';
import type { JsonObject } from '../../domain/aus/documents.ts';
import type { AuState } from '../../domain/aus/state-defaults.ts';
import { badDocument } from '../errors.ts';

type Schemas = configuration.components['schemas'];
type Agreements = Schemas['AuAgreements'];
type PeerAgreements = Schemas['PeerAgreements'];
type SuspectUrls = Schemas['AuSuspectUrlVersions'];
type SuspectUrl = Schemas['SuspectUrlVersion'];
type NoAuPeers = Schemas['NoAuPeers'];

/** The members to set. */
export function stateMembers(auid: string, { auId, ...members }: AuState): Omit<AuState, 'auId'> {
  checkAuid('auId', auId, auid);
  return members;
}

/** No peer is called so: its entry is what a document holds beside `rawMap`. */
const BESIDE_PEERS = '';

/** Entries by peer, each with every member of its agreements. */
export function agreementEntries(
  auid: string,
  { auid: given, rawMap, ...beside }: Agreements,
): [peerId: string, entry: JsonObject][] {
  checkAuid('auid', given, auid);
  const ofPeers = Object.entries(rawMap).map(([peerId, entry]): [string, JsonObject] => {
    checkPeerId(peerId);
    if (!isSamePeer(entry.id, peerId)) {
      throw badDocument(`The id of ${JSON.stringify(peerId)} in "rawMap" must be the same.`);
    }
    return [peerId, { ...entry, map: mapValues(entry.map, wholeAgreement) }];
  });
  return Object.keys(beside).length === 0 ? ofPeers : [...ofPeers, [BESIDE_PEERS, beside]];
}

export function agreementsDocument(
  auid: string,
  entries: readonly (readonly [string, JsonObject])[],
): JsonObject {
  const ofPeers = entries.filter(([peerId]) => peerId !== BESIDE_PEERS);
  const beside = entries.find(([peerId]) => peerId === BESIDE_PEERS)?.[1];
  return {
    auid,
    rawMap: Object.fromEntries(ofPeers.map(([peerId, entry]) => [peerId, orderedEntry(entry)])),
    ...beside,
  };
}

/** The document to store: the set, with each version of a URL once. */
export function suspectUrlsToStore(
  auid: string,
  { auid: given, suspectVersions, ...beside }: SuspectUrls,
): JsonObject {
  checkAuid('auid', given, auid);
  const byVersion = new Map<string, SuspectUrl>();
  for (const suspect of suspectVersions.map(wholeSuspect)) {
    const key = JSON.stringify([suspect.url, suspect.version]);
    const known = byVersion.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(suspect)) {
      throw badDocument(`"suspectVersions" says two things of version ${suspect.version} of one URL.`);
    }
    byVersion.set(key, suspect);
  }
  return { suspectVersions: [...byVersion.values()], ...beside };
}

export function suspectUrlsDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { suspectVersions, ...beside } = (stored ?? { suspectVersions: [] }) as SuspectUrls;
  return { auid, suspectVersions: suspectVersions.map(wholeSuspect), ...beside };
}

/** The document to store: each peer is in it once. */
export function noAuPeersToStore(
  auid: string,
  { auid: given, rawSet, date = -1, ...beside }: NoAuPeers,
): JsonObject {
  checkAuid('auid', given, auid);
  for (const peerId of rawSet) checkPeerId(peerId);
  return { rawSet: [...new Set(rawSet)], date, ...beside };
}

export function noAuPeersDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { rawSet, date, ...beside } = (stored ?? { rawSet: [], date: -1 }) as NoAuPeers;
  return { auid, rawSet, date, ...beside };
}

function checkAuid(member: string, given: string | undefined, auid: string): void {
  if (given !== undefined && given !== auid)
    throw badDocument(`The member "${member}" must be the AUID of the path.`);
}

function checkPeerId(peerId: string): void {
  if (!isPeerId(peerId)) {
    throw badDocument(`${JSON.stringify(peerId)} is no peer id: TCP:[ip]:port, or an IP address.`);
  }
}

/** An identity of a peer is `TCP:[ip]:port`, with a port from 1 to 65535, or a bare IP address. */
export function isPeerId(text: string): boolean {
  const [, ip, port] = /^TCP:\[([^\]]*)\]:(\d{1,5})$/i.exec(text) ?? [undefined, text, '1'];
  return isIP(ip!) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Nodes of the field write out all of an IPv6 address in the key, and leave the id as somebody gave it. */
function isSamePeer(one: string, other: string): boolean {
  return one === other || (isPeerId(one) && endpointOf(one) === endpointOf(other));
}

/** The address and the port of a peer id; an IPv6 address in one of its many forms. */
function endpointOf(peerId: string): string {
  const [, ip, port = ''] = /^TCP:\[([^\]]*)\](:\d{1,5})$/i.exec(peerId) ?? [undefined, peerId];
  const address = isIP(ip!) === 6 ? new SocketAddress({ address: ip!, family: 'ipv6' }).address : ip!;
  return address + port;
}

type Agreement = Schemas['PeerAgreement'];

/** Gives the members in this order; an absent one means no agreement. */
function wholeAgreement(agreement: Agreement): Agreement {
  const { percentAgreement = -1, percentAgreementTime = 0, ...others } = agreement;
  const { highestPercentAgreement = -1, highestPercentAgreementTime = 0, ...beside } = others;
  return {
    percentAgreement,
    percentAgreementTime,
    highestPercentAgreement,
    highestPercentAgreementTime,
    ...beside,
  };
}

/** PostgreSQL's JSON keeps members in an order of its own. */
function orderedEntry(entry: JsonObject): JsonObject {
  const { id, map, ...beside } = entry as unknown as PeerAgreements;
  return { id, map: mapValues(map, wholeAgreement), ...beside };
}

function wholeSuspect(suspect: SuspectUrl): SuspectUrl {
  const { url, version, created, computedHash, storedHash, ...beside } = suspect;
  return {
    url,
    version,
    created: created ?? -1,
    computedHash: wholeHash(computedHash),
    storedHash: wholeHash(storedHash),
    ...beside,
  };
}

function wholeHash(hash: SuspectUrl['computedHash']): Schemas['HashResult'] | null {
  if (hash == null) return null;
  const { bytes, algorithm, ...beside } = hash;
  return { bytes, algorithm, ...beside };
}

function mapValues<Value>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
