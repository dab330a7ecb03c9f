// Program that runs a single reader, so that readers share neither heap nor compiled code. Reads the file once for each
// message and sends the result.
import { boundReader } from './bound.ts';
import { codecReader } from './codec.ts';
import { openFile } from './file-bytes.ts';
import type { PassOutcome, ReaderName } from './reader.ts';
import type { ArchiveReader, ByteSourceKind } from './reading.ts';
import { threadedCodecReader } from './threaded-codec.ts';
import { digestingWarcioReader, warcioReader } from './warcio.ts';

const readings: Record<ReaderName, ArchiveReader> = {
  bound: boundReader,
  warcio: warcioReader,
  'warcio + digests': digestingWarcioReader,
  codec: codecReader,
  'codec in threads': threadedCodecReader,
};

const [name, path, pieceBytes, from] = process.argv.slice(2);
const reading = readings[name as ReaderName];
const file = openFile(path!, from as ByteSourceKind);

process.on('message', async () => {
  process.send!(await runPass());
});

async function runPass(): Promise<PassOutcome> {
  try {
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    const seen = await reading.read(file.pass(Number(pieceBytes)));
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    return { seconds, cpuSeconds: (user + system) / 1e6, seen };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
