// FastWARC and warcio from PyPI: every record's content read to its end, SHA-256 and SHA-1 made of it.
import { pythonTool } from '@holdfast/testkit';
import type { OtherReader } from './other-reader.ts';

const FASTWARC_VERSION = '2.0.1';
const WARCIO_VERSION = '1.8.1';

export async function fastwarc(): Promise<OtherReader | { missing: string }> {
  return reader('FastWARC', FASTWARC_VERSION, 'fastwarc', FASTWARC_RECORDS);
}

export async function pythonWarcio(): Promise<OtherReader | { missing: string }> {
  return reader('warcio (Python)', WARCIO_VERSION, 'warcio', WARCIO_RECORDS);
}

async function reader(name: string, version: string, module: string, records: string) {
  const install = [[`${module}==${version}`]];
  const tool = await pythonTool({ name: `${module}-reader`, version, module, install });
  return 'missing' in tool ? tool : { name, version, command: [tool.python, '-c', records + PASSES] };
}

/** Each of these has `contents(file)`, which yields something with `read(bytes)` for each record. */
const FASTWARC_RECORDS = `
from fastwarc.warc import ArchiveIterator
def contents(file):
    for record in ArchiveIterator(file):
        yield record.reader
`;

const WARCIO_RECORDS = `
from warcio.archiveiterator import ArchiveIterator
def contents(file):
    for record in ArchiveIterator(file):
        yield record.raw_stream
`;

const PASSES = `
import hashlib, json, sys, time
def one_pass(path):
    records = 0
    length = 0
    with open(path, 'rb') as file:
        for content in contents(file):
            hashes = [hashlib.sha256(), hashlib.sha1()]
            while True:
                piece = content.read(65536)
                if not piece:
                    break
                length += len(piece)
                for one in hashes:
                    one.update(piece)
            for one in hashes:
                one.digest()
            records += 1
    return {'records': records, 'bytes': length}
for line in sys.stdin:
    started, cpu = time.perf_counter(), time.process_time()
    seen = one_pass(sys.argv[1])
    took = {'seconds': time.perf_counter() - started, 'cpuSeconds': time.process_time() - cpu}
    print(json.dumps({**took, 'seen': seen}), flush=True)
`;
