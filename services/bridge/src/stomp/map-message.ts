// Maps of strings as ActiveMQ carries them between STOMP and JMS: a listener of JMS gets what is sent here as a MapMessage,
// and what such a program sends comes here as JSON.
import type { Frame } from './frame.ts';

export type StringMap = Readonly<Record<string, string>>;

/** Header of what is sent: the broker makes a MapMessage of it. As XML, because its JSON takes texts for numbers. */
export const SENT_AS_MAP = { transformation: 'jms-map-xml' };
/** Header of a subscription. */
export const HEARD_AS_MAP = { transformation: 'jms-map-json' };

/** Characters that XML cannot hold are replaced by U+FFFD. */
export function mapBody(map: StringMap): Buffer {
  const entries = Object.entries(map).map(
    ([key, value]) => `<entry><string>${xmlText(key)}</string><string>${xmlText(value)}</string></entry>`,
  );
  return Buffer.from(`<map>${entries.join('')}</map>`);
}

/** The texts of a map; undefined when it is none. */
export function mapOf({ body }: Frame): StringMap | undefined {
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
  // A reader of XML would make a line end of it.
  '\r': '&#13;',
};

/** Whether it comes out as it went in. */
export function isCarried(text: string): boolean {
  return text.isWellFormed() && text.search(NOT_IN_XML) === -1;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '\ufffd')
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character]!);
}
