// Test helper: reads the files of an export. Reads a ZIP by its central directory, and a tar from its beginning.

/** Reads a ZIP file of uncompressed entries. Throws if an entry differs from the central directory. */
export function unzipFile(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const found = new Map<string, Buffer>();
  for (let i = 0; i < count; i++) {
    const [size, nameLength, extra] = [
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
    ];
    const name = file.toString('latin1', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (!file.subarray(local + 14, local + 26).equals(file.subarray(at + 16, at + 28))) throw new Error(name);
    found.set(name, file.subarray(start, start + size));
    at += 46 + nameLength + extra;
  }
  if (at !== end) throw new Error('the directory ends elsewhere');
  return found;
}

export function untarFile(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; file[at] !== 0; ) {
    const field = (start: number, length: number) =>
      file.toString('latin1', at + start, at + start + length).replace(/\0.*$/s, '');
    const name = [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/');
    const size = Number.parseInt(file.toString('latin1', at + 124, at + 135), 8);
    found.set(name, file.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return found;
}
