// State documents between the wire and the tables: what the contract's schemas cannot say of them, and their defaults.

import { isIP } from 'node:net';
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

/** Entries by peer, each with every member of its agreements. */
export function agreementEntries(auid: string, body: Agreements): [peerId: string, entry: PeerAgreements][] {
  checkAuid('auid', body.auid, auid);
  return Object.entries(body.rawMap).map(([peerId, { id, map }]) => {
    checkPeerId(peerId);
    if (id !== peerId) throw badDocument(`The id of ${JSON.stringify(peerId)} in "rawMap" must be the same.`);
    return [peerId, { id, map: mapValues(map, wholeAgreement) }];
  });
}

export function agreementsDocument(
  auid: string,
  entries: readonly (readonly [string, JsonObject])[],
): JsonObject {
  return {
    auid,
    rawMap: Object.fromEntries(entries.map(([peerId, entry]) => [peerId, orderedEntry(entry)])),
  };
}

/** The document to store: the set, with each version of a URL once. */
export function suspectUrlsToStore(auid: string, body: SuspectUrls): JsonObject {
  checkAuid('auid', body.auid, auid);
  const byVersion = new Map<string, SuspectUrl>();
  for (const suspect of body.suspectVersions.map(wholeSuspect)) {
    const key = JSON.stringify([suspect.url, suspect.version]);
    const known = byVersion.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(suspect)) {
      throw badDocument(`"suspectVersions" says two things of version ${suspect.version} of one URL.`);
    }
    byVersion.set(key, suspect);
  }
  return { suspectVersions: [...byVersion.values()] };
}

export function suspectUrlsDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { suspectVersions } = (stored ?? { suspectVersions: [] }) as SuspectUrls;
  return { auid, suspectVersions: suspectVersions.map(wholeSuspect) };
}

/** The document to store: each peer is in it once. */
export function noAuPeersToStore(auid: string, body: NoAuPeers): JsonObject {
  checkAuid('auid', body.auid, auid);
  for (const peerId of body.rawSet) checkPeerId(peerId);
  return { rawSet: [...new Set(body.rawSet)], date: body.date ?? -1 };
}

export function noAuPeersDocument(auid: string, stored: JsonObject | undefined): JsonObject {
  const { rawSet, date } = (stored ?? { rawSet: [], date: -1 }) as NoAuPeers;
  return { auid, rawSet, date };
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

type Agreement = Schemas['PeerAgreement'];

/** Gives the members in this order; an absent one means no agreement. */
function wholeAgreement(agreement: Agreement): Agreement {
  return {
    percentAgreement: agreement.percentAgreement ?? -1,
    percentAgreementTime: agreement.percentAgreementTime ?? 0,
    highestPercentAgreement: agreement.highestPercentAgreement ?? -1,
    highestPercentAgreementTime: agreement.highestPercentAgreementTime ?? 0,
  };
}

/** PostgreSQL's JSON keeps members in an order of its own. */
function orderedEntry(entry: JsonObject): JsonObject {
  const { id, map } = entry as unknown as PeerAgreements;
  return { id, map: mapValues(map, wholeAgreement) };
}

function wholeSuspect({ url, version, created, computedHash, storedHash }: SuspectUrl): SuspectUrl {
  return {
    url,
    version,
    created: created ?? -1,
    computedHash: wholeHash(computedHash),
    storedHash: wholeHash(storedHash),
  };
}

function wholeHash(hash: SuspectUrl['computedHash']): Schemas['HashResult'] | null {
  return hash == null ? null : { bytes: hash.bytes, algorithm: hash.algorithm };
}

function mapValues<Value>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
