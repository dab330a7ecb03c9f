// Creates the headers and padding of a tar archive (POSIX.1-2001 pax). File sizes determine every offset, so byte
// ranges can be served without reading the files.

const BLOCK_BYTES = 512;
/** Largest number that eleven octal digits can represent. */
const MAX_OCTAL = 8 ** 11 - 1;

export interface TarEntry {
  /** Folder in ASCII, at most 155 characters. Undefined for a file at the top level. */
  readonly folder?: string;
  /** File name in ASCII, at most 100 characters. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Returns the header of a file. */
export function encodeTarHeader(entry: TarEntry): Buffer {
  if (entry.sizeBytes <= MAX_OCTAL) return encodeTarBlock(entry, '0');
  const record = encodePaxRecord('size', String(entry.sizeBytes));
  const { modifiedMs } = entry;
  const pax = encodeTarBlock({ name: 'PaxHeader', sizeBytes: record.length, modifiedMs }, 'x');
  return Buffer.concat([
    pax,
    record,
    makeTarPadding(record.length),
    encodeTarBlock({ ...entry, sizeBytes: 0 }, '0'),
  ]);
}

/** Returns the padding after a file of this size. */
export function makeTarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

export const tarEndMarker = Buffer.alloc(2 * BLOCK_BYTES);

const MAX_OF_NAME = 100;

function encodeTarBlock({ folder, name, sizeBytes, modifiedMs }: TarEntry, type: '0' | 'x'): Buffer {
  const head = Buffer.alloc(BLOCK_BYTES);
  const path = folder === undefined ? name : `${folder}/${name}`;
  // If the path is too long for the `name` field, write the folder to the `prefix` field.
  const isLong = path.length > MAX_OF_NAME;
  head.write(isLong ? name : path, 0, MAX_OF_NAME, 'latin1');
  if (isLong && folder !== undefined) head.write(folder, 345, 155, 'latin1');
  writeOctal(head, 0o644, 100, 7);
  writeOctal(head, 0, 108, 7);
  writeOctal(head, 0, 116, 7);
  writeOctal(head, sizeBytes, 124, 11);
  writeOctal(head, Math.floor(modifiedMs / 1000), 136, 11);
  head.write(' '.repeat(8), 148, 'latin1');
  head.write(type, 156, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  writeOctal(
    head,
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  head[154] = 0;
  return head;
}

function writeOctal(head: Buffer, value: number, offset: number, digits: number): void {
  head.write(Math.max(0, value).toString(8).padStart(digits, '0'), offset, digits, 'latin1');
}

/** Returns a pax record. Its first field is the length of the record, including the length field itself. */
function encodePaxRecord(name: string, value: string): Buffer {
  const rest = ` ${name}=${value}\n`;
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.from(`${length}${rest}`);
}
