// Converts changes of the configuration service (notify-changes.db.ts) to messages for LOCKSS services. Receivers in
// lockss-core 2.9.1: ConfigManager.receiveConfigChangedNotification and BaseStateManager.receiveMessage.
import type { StringMap } from '../stomp/map-message.ts';
import type { MessageConverter, TopicMessage } from './topics.ts';

export interface ConfigurationTopics {
  readonly config: string;
  readonly state: string;
}

interface Change {
  readonly kind: string;
  readonly auid?: string;
  readonly userName?: string;
  readonly userAccountChange?: string;
  readonly cookie?: string;
  /** Stored document. */
  readonly json?: object;
  /** Document in the client's request. Undefined if no client made the change. */
  readonly sent?: object;
}

export function makeConfigurationConverter(topics: ConfigurationTopics): MessageConverter {
  return {
    toMessages(change) {
      const message = messageOf(topics, change as Change);
      return message === undefined ? [] : [message];
    },
    afterGap: { topic: topics.config, map: { verb: 'GlobalConfigChanged' } },
  };
}

function messageOf({ config, state }: ConfigurationTopics, change: Change): TopicMessage | undefined {
  const { kind, auid = '', cookie, json, sent } = change;
  switch (kind) {
    case 'GlobalConfigChanged':
      return { topic: config, map: { verb: kind } };
    case 'AuConfigStored':
    case 'AuConfigRemoved':
      return { topic: config, map: { verb: kind, auid } };
    case 'AuState':
      return {
        topic: state,
        map: { name: kind, auid, json: jsonText(sent ?? json), ...omitUndefined({ cookie }) },
      };
    case 'AuAgreements':
    case 'AuSuspectUrlVersions':
    case 'NoAuPeerSet': {
      const document = sent ?? (kind === 'AuAgreements' ? agreements(auid, json) : { auid, ...json });
      return {
        topic: state,
        map: { name: kind, auid, json: jsonText(document), ...omitUndefined({ cookie }) },
      };
    }
    case 'UserAccount':
      return { topic: state, map: { name: kind, ...account(change), ...omitUndefined({ cookie }) } };
    default:
      return undefined;
  }
}

/**
 * Builds an agreements document from its entries, keyed by peer. The entry with the empty key contains the fields that
 * do not belong to a peer.
 */
function agreements(auid: string, entries: object | undefined): object {
  const { '': otherFields, ...rawMap } = (entries ?? {}) as Record<string, object>;
  return { auid, rawMap, ...otherFields };
}

/** The message about a deleted account has no `json` field. */
function account({ userName = '', userAccountChange = '', sent }: Change): StringMap {
  const json = sent === undefined ? undefined : jsonText(sent);
  return { username: userName, userAccountChange, ...omitUndefined({ json }) };
}

function omitUndefined(map: Readonly<Record<string, string | undefined>>): StringMap {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * Fields that LOCKSS declares as floating-point numbers. As in LOCKSS, whole numbers in these fields are written with
 * `.0`. A client recognizes its own change only if the text equals the text that it sent.
 */
const FLOATING = new Set([
  'v3Agreement',
  'highestV3Agreement',
  'percentAgreement',
  'highestPercentAgreement',
]);

/** Formats a value as ASCII JSON, so that a broker cannot damage it by changing the character encoding. */
function jsonText(value: unknown, member?: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => jsonText(one)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => `${ascii(name)}:${jsonText(one, name)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'string') return ascii(value);
  const isWholeFloat = member !== undefined && FLOATING.has(member) && Number.isInteger(value);
  return isWholeFloat ? `${value}.0` : JSON.stringify(value);
}

function ascii(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
