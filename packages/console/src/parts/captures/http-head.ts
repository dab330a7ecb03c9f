// Parses a captured HTTP response header block for display. Malformed lines are displayed unchanged.

export interface HttpHead {
  readonly statusLine: string;
  readonly fields: readonly HeadField[];
}

export interface HeadField {
  /** Field name. Empty for a malformed line. */
  readonly name: string;
  readonly value: string;
}

/** Parses a header block that was decoded as Latin-1. Appends continuation lines to the preceding line. */
export function parseHttpHead(text: string): HttpHead {
  const [statusLine = '', ...lines] = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  const fields: HeadField[] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) {
      fields[fields.length - 1] = { name: last.name, value: `${last.value} ${line.trim()}` };
    } else if (colon < 1) fields.push({ name: '', value: decodeAsUtf8(line) });
    else
      fields.push({ name: line.slice(0, colon).trim(), value: decodeAsUtf8(line.slice(colon + 1).trim()) });
  }
  return { statusLine: decodeAsUtf8(statusLine), fields };
}

/** Returns the first value of a header field. `name` must be in lower case. */
export function findField({ fields }: HttpHead, name: string): string | undefined {
  return fields.find((field) => field.name.toLowerCase() === name)?.value;
}

/** Decodes the text again as UTF-8 if its bytes are valid UTF-8. Otherwise returns the text unchanged. */
function decodeAsUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
