// XML text from plain values: elements only, everything escaped, nothing in it that XML 1.0 forbids.

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

// Everything but what XML 1.0 names as Char.
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** `name` is the programmer's, `text` is anybody's. */
export function textElement(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

/** One element a member, in the order of the members. */
export function textElements(members: Readonly<Record<string, string>>): string {
  let all = '';
  for (const name in members) all += textElement(name, members[name]!);
  return all;
}

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => entities[character]!);
}
