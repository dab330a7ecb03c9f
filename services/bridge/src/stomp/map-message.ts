// Encodes and decodes maps of strings, which ActiveMQ converts between STOMP and JMS. JMS listeners receive maps from
// the bridge as MapMessage. The bridge receives maps from JMS clients as JSON.
import type { StompFrame } from './frame.ts';

export type StringMap = Readonly<Record<string, string>>;

/**
 * Header for sending: makes ActiveMQ create a MapMessage from XML. From JSON, ActiveMQ would turn numeric strings into
 * numbers.
 */
export const MAP_SEND_HEADER = { transformation: 'jms-map-xml' };
/** Header for subscribing: makes ActiveMQ convert a MapMessage to JSON. */
export const MAP_SUBSCRIBE_HEADER = { transformation: 'jms-map-json' };

/** Encodes the map as XML. Replaces characters that XML cannot represent with U+FFFD. */
export function encodeMapBody(map: StringMap): Buffer {
  const entries = Object.entries(map).map(
    ([key, value]) => `<entry><string>${xmlText(key)}</string><string>${xmlText(value)}</string></entry>`,
  );
  return Buffer.from(`<map>${entries.join('')}</map>`);
}

/** Parses a map of strings. Returns undefined if the body is anything else. */
export function parseMapBody({ body }: StompFrame): StringMap | undefined {
  try {
    const { map } = JSON.parse(body.toString('utf8')) as { map: { entry: unknown } };
    const entries = [map.entry].flat() as { string?: unknown }[];
    const pairs = entries.flatMap(({ string }) =>
      Array.isArray(string) && string.length === 2 ? [string.map(String) as [string, string]] : [],
    );
    return Object.fromEntries(pairs);
  } catch {
    return undefined;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // An XML parser would convert an unescaped carriage return to a line feed.
  '\r': '&#13;',
};

/** Returns whether XML can represent all characters of the text. */
export function isRepresentableInXml(text: string): boolean {
  return text.isWellFormed() && text.search(NOT_IN_XML) === -1;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '\ufffd')
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character]!);
}
