// Converts state documents between the wire format and the database format. Checks constraints that the contract's
// schemas cannot express, and adds defaults. Preserves the unknown fields that open-documents.ts allows.

import { isIP, SocketAddress } from 'node:net';
import type { configuration } from '@holdfast/api-types';
import type { JsonObject } from '../../domain/aus/documents.ts';
import type { AuState } from '../../domain/aus/state-defaults.ts';
import { makeBadDocumentError } from '../errors.ts';

type Schemas = configuration.components['schemas'];
type Agreements = Schemas['AuAgreements'];
type PeerAgreements = Schemas['PeerAgreements'];
type SuspectUrls = Schemas['AuSuspectUrlVersions'];
type SuspectUrl = Schemas['SuspectUrlVersion'];
type NoAuPeers = Schemas['NoAuPeers'];

export function toStateMembers(auid: string, { auId, ...members }: AuState): Omit<AuState, 'auId'> {
  checkAuid('auId', auId, auid);
  return members;
}

/** Key of the entry with all fields of the document except `rawMap`. No peer has this empty key. */
const OTHER_FIELDS_KEY = '';

/** Returns the agreement entries by peer ID, each agreement with all its fields. */
export function toAgreementEntries(
  auid: string,
  { auid: given, rawMap, ...otherFields }: Agreements,
): [peerId: string, entry: JsonObject][] {
  checkAuid('auid', given, auid);
  const ofPeers = Object.entries(rawMap).map(([peerId, entry]): [string, JsonObject] => {
    checkPeerId(peerId);
    if (!isSamePeer(entry.id, peerId)) {
      throw makeBadDocumentError(`The id of ${JSON.stringify(peerId)} in "rawMap" must be the same.`);
    }
    return [peerId, { ...entry, map: mapValues(entry.map, completeAgreement) }];
  });
  return Object.keys(otherFields).length === 0 ? ofPeers : [...ofPeers, [OTHER_FIELDS_KEY, otherFields]];
}

export function toAgreementsDocument(
  auid: string,
  entries: readonly (readonly [string, JsonObject])[],
): JsonObject {
  const ofPeers = entries.filter(([peerId]) => peerId !== OTHER_FIELDS_KEY);
  const otherFields = entries.find(([peerId]) => peerId === OTHER_FIELDS_KEY)?.[1];
  return {
    auid,
    rawMap: Object.fromEntries(ofPeers.map(([peerId, entry]) => [peerId, orderedEntry(entry)])),
    ...otherFields,
  };
}

/** Returns the document to store, without duplicates. */
export function toStoredSuspectUrls(
  auid: string,
  { auid: given, suspectVersions, ...otherFields }: SuspectUrls,
): JsonObject {
  checkAuid('auid', given, auid);
  const byVersion = new Map<string, SuspectUrl>();
  for (const suspect of suspectVersions.map(completeSuspectUrl)) {
    const key = JSON.stringify([suspect.url, suspect.version]);
    const known = byVersion.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(suspect)) {
      throw makeBadDocumentError(
        `"suspectVersions" has contradictory entries for version ${suspect.version} of one URL.`,
      );
    }
    byVersion.set(key, suspect);
  }
  return { suspectVersions: [...byVersion.values()], ...otherFields };
}

export function toSuspectUrlsDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { suspectVersions, ...otherFields } = (stored ?? { suspectVersions: [] }) as SuspectUrls;
  return { auid, suspectVersions: suspectVersions.map(completeSuspectUrl), ...otherFields };
}

/** Returns the document to store, without duplicate peers. */
export function toStoredNoAuPeers(
  auid: string,
  { auid: given, rawSet, date = -1, ...otherFields }: NoAuPeers,
): JsonObject {
  checkAuid('auid', given, auid);
  for (const peerId of rawSet) checkPeerId(peerId);
  return { rawSet: [...new Set(rawSet)], date, ...otherFields };
}

export function toNoAuPeersDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { rawSet, date, ...otherFields } = (stored ?? { rawSet: [], date: -1 }) as NoAuPeers;
  return { auid, rawSet, date, ...otherFields };
}

function checkAuid(member: string, given: string | undefined, auid: string): void {
  if (given !== undefined && given !== auid)
    throw makeBadDocumentError(`The member "${member}" must be the AUID of the path.`);
}

function checkPeerId(peerId: string): void {
  if (!isPeerId(peerId)) {
    throw makeBadDocumentError(
      `${JSON.stringify(peerId)} is not a peer id: TCP:[ip]:port, or an IP address.`,
    );
  }
}

/** Returns whether the text is `TCP:[ip]:port` with a port from 1 to 65535, or an IP address. */
export function isPeerId(text: string): boolean {
  const [, ip, port] = /^TCP:\[([^\]]*)\]:(\d{1,5})$/i.exec(text) ?? [undefined, text, '1'];
  return isIP(ip!) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

/**
 * Compares peer IDs. LOCKSS nodes expand IPv6 addresses in the key but not in the ID, so both spellings count as equal.
 */
function isSamePeer(one: string, other: string): boolean {
  return one === other || (isPeerId(one) && endpointOf(one) === endpointOf(other));
}

/** Returns the normalized address of a peer ID, with its port. */
function endpointOf(peerId: string): string {
  const [, ip, port = ''] = /^TCP:\[([^\]]*)\](:\d{1,5})$/i.exec(peerId) ?? [undefined, peerId];
  const address = isIP(ip!) === 6 ? new SocketAddress({ address: ip!, family: 'ipv6' }).address : ip!;
  return address + port;
}

type Agreement = Schemas['PeerAgreement'];

/** Returns the fields of an agreement in a fixed order. Missing fields get the values for "no agreement". */
function completeAgreement(agreement: Agreement): Agreement {
  const { percentAgreement = -1, percentAgreementTime = 0, ...others } = agreement;
  const { highestPercentAgreement = -1, highestPercentAgreementTime = 0, ...otherFields } = others;
  return {
    percentAgreement,
    percentAgreementTime,
    highestPercentAgreement,
    highestPercentAgreementTime,
    ...otherFields,
  };
}

/** Restores the order of fields, which PostgreSQL's jsonb does not preserve. */
function orderedEntry(entry: JsonObject): JsonObject {
  const { id, map, ...otherFields } = entry as unknown as PeerAgreements;
  return { id, map: mapValues(map, completeAgreement), ...otherFields };
}

function completeSuspectUrl(suspect: SuspectUrl): SuspectUrl {
  const { url, version, created, computedHash, storedHash, ...otherFields } = suspect;
  return {
    url,
    version,
    created: created ?? -1,
    computedHash: completeHash(computedHash),
    storedHash: completeHash(storedHash),
    ...otherFields,
  };
}

function completeHash(hash: SuspectUrl['computedHash']): Schemas['HashResult'] | null {
  if (hash == null) return null;
  const { bytes, algorithm, ...otherFields } = hash;
  return { bytes, algorithm, ...otherFields };
}

function mapValues<Value>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
