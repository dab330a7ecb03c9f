// Creates archives with third-party programs, and reads stored records with one of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTemporaryFolder, makeSkippableFrame } from '@holdfast/testkit';

/** Converts a WARC to a WACZ with py-wacz. Returns the path of the WACZ. */
export async function makeWaczWithPyWacz(python: string, warc: string): Promise<string> {
  const path = join(await createTemporaryFolder(), 'their.wacz');
  run(python, ['-m', 'wacz.main', 'create', '--file', warc, '--output', path]);
  return path;
}

/** Whether the program zstd is installed. */
export const hasZstd = spawnSync('zstd', ['--version']).status === 0;

/** Converts a WARC to a `.warc.zst` with a dictionary and one frame per record, using the program zstd. */
export async function makeZstdWarc(warc: string, isCompressed: boolean): Promise<Buffer> {
  const folder = await createTemporaryFolder();
  const records = splitRecords(gunzipSync(readFileSync(warc)));
  const samples = join(folder, 'samples');
  mkdirSync(samples);
  for (let at = 0; at < 600; at++) {
    const record = records[at % records.length]!;
    writeFileSync(join(samples, String(at)), record.subarray((at % 7) * 20, 400 + (at % 11) * 10));
  }
  const dictionary = join(folder, 'dictionary');
  run('zstd', ['-q', '--train', '-r', samples, '--maxdict=2000', '--dictID=77777', '-o', dictionary]);
  const frames = records.map((record, at) => {
    const file = join(folder, `record-${at}`);
    writeFileSync(file, record);
    run('zstd', ['-q', '-19', '--check', '-D', dictionary, file]);
    return readFileSync(`${file}.zst`);
  });
  if (isCompressed) run('zstd', ['-q', '--check', dictionary, '-o', `${dictionary}.zst`]);
  const content = readFileSync(isCompressed ? `${dictionary}.zst` : dictionary);
  return Buffer.concat([makeSkippableFrame(0x184d2a5d, content), ...frames]);
}

/** Reads the record in a gzip member with python warcio. Returns its type, URL and source field. */
export function readWithPythonWarcio(python: string, member: Buffer): unknown {
  return JSON.parse(run(python, ['-c', READ], member));
}

function splitRecords(plain: Buffer): Buffer[] {
  const starts: number[] = [0];
  for (let at = plain.indexOf('\r\n\r\nWARC/1'); at >= 0; at = plain.indexOf('\r\n\r\nWARC/1', at + 1)) {
    starts.push(at + 4);
  }
  return starts.map((start, at) => plain.subarray(start, starts[at + 1] ?? plain.length));
}

function run(command: string, args: string[], input?: Buffer): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`);
  return stdout;
}

const READ = `
import io, json, sys
from warcio.archiveiterator import ArchiveIterator
for record in ArchiveIterator(io.BytesIO(sys.stdin.buffer.read()), check_digests='raise'):
    header = record.rec_headers.get_header
    payload = record.raw_stream.read().decode()
    print(json.dumps([record.rec_type, header('WARC-Target-URI'), header('X-ARC-Header'), payload]))
`;
