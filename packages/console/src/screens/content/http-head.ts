// The head of a captured HTTP response, taken apart for showing. It may be anything: what is no field is shown as it is.

export interface HttpHead {
  readonly statusLine: string;
  readonly fields: readonly HeadField[];
}

export interface HeadField {
  /** Empty for a line that is no field. */
  readonly name: string;
  readonly value: string;
}

/** `text`: a character a byte. Lines that go on an earlier one are put behind it. */
export function httpHeadOf(text: string): HttpHead {
  const [statusLine = '', ...lines] = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  const fields: HeadField[] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) {
      fields[fields.length - 1] = { name: last.name, value: `${last.value} ${line.trim()}` };
    } else if (colon < 1) fields.push({ name: '', value: utf8Of(line) });
    else fields.push({ name: line.slice(0, colon).trim(), value: utf8Of(line.slice(colon + 1).trim()) });
  }
  return { statusLine: utf8Of(statusLine), fields };
}

/** The first value of a field, by its name in any case. */
export function fieldOf({ fields }: HttpHead, name: string): string | undefined {
  return fields.find((field) => field.name.toLowerCase() === name)?.value;
}

/** As UTF-8 where it can be that, else a character a byte. */
function utf8Of(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
