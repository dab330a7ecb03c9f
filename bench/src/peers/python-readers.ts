// Runs FastWARC and warcio from PyPI. Each program reads and digests the content of every capture, as an import does
// (reading.ts).
import { installPythonTool } from '@holdfast/testkit';
import type { OtherReader } from './other-reader.ts';

const FASTWARC_VERSION = '2.0.1';
const WARCIO_VERSION = '1.8.1';

export async function openFastwarcReader(): Promise<OtherReader | { missing: string }> {
  return installReader('FastWARC', FASTWARC_VERSION, 'fastwarc', FASTWARC_RECORDS);
}

export async function openPythonWarcioReader(): Promise<OtherReader | { missing: string }> {
  return installReader('warcio (Python)', WARCIO_VERSION, 'warcio', WARCIO_RECORDS);
}

async function installReader(name: string, version: string, module: string, records: string) {
  const install = [[`${module}==${version}`]];
  const tool = await installPythonTool({ name: `${module}-reader`, version, module, install });
  return 'missing' in tool ? tool : { name, version, command: [tool.python, '-c', records + PASSES] };
}

/**
 * Defines the Python function `captures(file)`. For a capture, it yields an object with `read(bytes)` and the transfer
 * coding; for every other record, it yields None.
 */
const FASTWARC_RECORDS = `
from fastwarc.warc import ArchiveIterator, WarcRecordType as Type
CAPTURES = Type.response | Type.resource | Type.revisit
def captures(file):
    for record in ArchiveIterator(file):
        if record.record_type & CAPTURES:
            head = record.http_headers
            yield record.reader, head and head.get('Transfer-Encoding')
        else:
            yield None
`;

const WARCIO_RECORDS = `
from warcio.archiveiterator import ArchiveIterator
CAPTURES = {'response', 'resource', 'revisit'}
def captures(file):
    for record in ArchiveIterator(file):
        if record.rec_type in CAPTURES:
            head = record.http_headers
            yield record.raw_stream, head and head.get_header('Transfer-Encoding')
        else:
            yield None
`;

const PASSES = `
import hashlib, json, sys, time
def one_pass(path):
    records = 0
    length = 0
    with open(path, 'rb') as file:
        for capture in captures(file):
            records += 1
            if capture is None:
                continue
            content, coding = capture
            hashes = [hashlib.sha256(), hashlib.sha1()]
            if coding == 'chunked':
                hashes.append(hashlib.sha1())
            while True:
                piece = content.read(65536)
                if not piece:
                    break
                length += len(piece)
                for one in hashes:
                    one.update(piece)
            for one in hashes:
                one.digest()
    return {'records': records, 'bytes': length}
for line in sys.stdin:
    started, cpu = time.perf_counter(), time.process_time()
    seen = one_pass(sys.argv[1])
    took = {'seconds': time.perf_counter() - started, 'cpuSeconds': time.process_time() - cpu}
    print(json.dumps({**took, 'seen': seen}), flush=True)
`;
