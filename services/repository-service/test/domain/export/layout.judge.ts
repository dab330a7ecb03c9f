// Covers: services/repository-service/src/domain/export
// Reads ZIP files of more than 4 GiB and tar files of more than 8 GiB with Python's zipfile and tarfile modules. The
// test files are sparse, so they need no disk space.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, describeWithTool, installSurt } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { encodeTarHeader, makeTarPadding, tarEndMarker } from '../../../src/domain/export/tar.ts';
import {
  encodeCentralDirectory,
  encodeLocalHeader,
  type ZipEntryWithOffset,
} from '../../../src/domain/export/zip.ts';

const GIB = 2 ** 30;

describeWithTool(await installSurt(), "Python's readers", (python) => {
  const read = async (program: string, file: string): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(python, ['-c', program, file]);
    return JSON.parse(stdout);
  };

  it.each([[3], [5]])('find the entries of a ZIP file around one of %d GiB', async (gib) => {
    const entries: ZipEntryWithOffset[] = [];
    const pieces: [number, Buffer][] = [];
    let offset = 0;
    for (const [name, sizeBytes] of [
      ['first', 7],
      ['long', gib * GIB],
      ['last', 9],
    ] as const) {
      const entry = { name, sizeBytes, crc32: 0x01020304, offset };
      const head = encodeLocalHeader(entry);
      entries.push(entry);
      pieces.push([offset, head]);
      offset += head.length + sizeBytes;
    }
    const file = await sparse([...pieces, [offset, encodeCentralDirectory(entries, offset)]]);
    const program = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[i.filename, i.file_size, i.CRC, i.header_offset, i.compress_type] for i in z.infolist() if z.open(i)]))`;
    expect(await read(program, file)).toEqual(
      entries.map(({ name, sizeBytes, crc32, offset: at }) => [name, sizeBytes, crc32, at, 0]),
    );
  });

  it('find the files of a tar archive around one of 9 GiB', async () => {
    const pieces: [number, Buffer][] = [];
    let at = 0;
    const sizes = { 'bag/first': 7, 'bag/long': 9 * GIB + 1, 'bag/last': 512 };
    for (const [name, sizeBytes] of Object.entries(sizes)) {
      const head = encodeTarHeader({ name, sizeBytes, modifiedMs: 1_600_000_000_000 });
      pieces.push([at, head]);
      at += head.length + sizeBytes + makeTarPadding(sizeBytes).length;
    }
    const file = await sparse([...pieces, [at, tarEndMarker]]);
    const program = `import json, sys, tarfile
print(json.dumps([[m.name, m.size, m.mtime, m.isreg()] for m in tarfile.open(sys.argv[1], 'r:')]))`;
    expect(await read(program, file)).toEqual(
      Object.entries(sizes).map(([name, size]) => [name, size, 1_600_000_000, true]),
    );
  });
});

async function sparse(pieces: readonly [number, Buffer][]): Promise<string> {
  const path = join(await createTemporaryFolder(), 'sparse');
  const file = await open(path, 'w');
  for (const [position, bytes] of pieces) await file.write(bytes, 0, bytes.length, position);
  await file.close();
  return path;
}
