// Parses a manifest or a signature file, which have the same format, into sections. Rejects content that two parsers
// could interpret differently.
import { SignatureError } from './signature-error.ts';

export interface ManifestSection {
  /** Attributes by name, in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Bytes of the section, including the empty line at its end. */
  readonly bytes: Buffer;
}

export interface ManifestSections {
  readonly main: ManifestSection;
  /** Sections by the name of the entry that they describe. */
  readonly entries: ReadonlyMap<string, ManifestSection>;
}

const MAX_SECTIONS = 20_000;

/** Parses the bytes. `file` is the file name for error messages. Throws SignatureError. */
export function parseManifestSections(file: string, bytes: Buffer): ManifestSections {
  const entries = new Map<string, ManifestSection>();
  const [main, ...others] = sectionsIn(bytes).map((part) => ({
    attributes: attributesIn(file, part),
    bytes: part,
  }));
  if (main === undefined) throw new SignatureError(`has an empty ${file}`);
  if (others.length > MAX_SECTIONS)
    throw new SignatureError(`has more than ${MAX_SECTIONS} parts in ${file}`);
  for (const section of others) {
    const name = section.attributes.get('name');
    if (name === undefined) throw new SignatureError(`has a part in ${file} that names no entry`);
    if (entries.has(name)) throw new SignatureError(`names ${JSON.stringify(name)} twice in ${file}`);
    entries.set(name, section);
  }
  return { main, entries };
}

const [CR, LF, SPACE] = [13, 10, 32];

function sectionsIn(bytes: Buffer): Buffer[] {
  const sections: Buffer[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const { end, next } = lineAt(bytes, at);
    if (end === at) {
      if (at > start) sections.push(bytes.subarray(start, next));
      start = next;
    }
    at = next;
  }
  if (start < bytes.length) sections.push(bytes.subarray(start));
  return sections;
}

/** Returns the end of the line and the start of the next line. */
function lineAt(bytes: Buffer, at: number): { end: number; next: number } {
  let end = at;
  while (end < bytes.length && bytes[end] !== CR && bytes[end] !== LF) end += 1;
  return { end, next: end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1) };
}

function attributesIn(file: string, section: Buffer): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const line of unfoldLines(section)) {
    const [, name, value] = /^([A-Za-z0-9][\w-]{0,69}): (.*)$/s.exec(line) ?? [];
    if (name === undefined) throw new SignatureError(`has a line in ${file} that is not an attribute`);
    const key = name.toLowerCase();
    if (attributes.has(key)) throw new SignatureError(`has the attribute ${name} twice in a part of ${file}`);
    attributes.set(key, value!);
  }
  return attributes;
}

/** Joins continuation lines, which begin with a space, before decoding: a line break may split a character. */
function unfoldLines(section: Buffer): string[] {
  const lines: Buffer[][] = [];
  for (let at = 0; at < section.length; ) {
    const { end, next } = lineAt(section, at);
    if (section[at] === SPACE && lines.length > 0) lines.at(-1)!.push(section.subarray(at + 1, end));
    else if (end > at) lines.push([section.subarray(at, end)]);
    at = next;
  }
  return lines.map((pieces) => Buffer.concat(pieces).toString('utf8'));
}
