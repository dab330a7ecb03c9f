// Imports large archives with the CLI through a TLS proxy. One import runs to its end; the client of the other is
// killed halfway.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatBasicAuth } from '@holdfast/testkit';
import { type LargeArchive, PAYLOAD_BYTES, streamLargeArchive } from '../large-archives/made-archives.ts';
import type { ProxiedNode } from './proxied-node.ts';
import { runUntilSuccess } from './unpacked-node.ts';

const IMPORT_MS = 60 * 60_000;
/** An interrupted import counts as ended when it has stored nothing more for this long. */
const SETTLED_MS = 5_000;

interface ImportedLine {
  readonly status: string;
  readonly digest: string;
  readonly artifactUuid: string;
}

interface ListedLine {
  readonly uuid: string;
  readonly uri: string;
}

/** Imports a WARC of this size, checks every digest, and reads ranges of one record. Returns the seconds of the import. */
export async function importThroughProxy(node: ProxiedNode, sizeBytes: number): Promise<number> {
  const archive = streamLargeArchive('WARC', sizeBytes);
  const started = performance.now();
  const lines = await importWhole(node, archive, 'large');
  const seconds = (performance.now() - started) / 1_000;
  const wrong = lines.findIndex(
    ({ status, digest }, index) => status !== 'OK' || digest !== archive.digests[index],
  );
  if (wrong >= 0) throw new Error(`record ${wrong} was imported as ${JSON.stringify(lines[wrong])}`);
  await readRanges(node, lines.at(-1)!.artifactUuid, archive.makePayload(archive.records - 1));
  return seconds;
}

async function importWhole(node: ProxiedNode, archive: LargeArchive, auid: string): Promise<ImportedLine[]> {
  const command = await startImport(node, auid, Readable.from(archive.bytes()));
  const output = await runUntilSuccess(command, 'holdfast import', IMPORT_MS);
  const lines = output
    .split('\n')
    .filter((line) => line.includes('"warcId"'))
    .map((line) => JSON.parse(line) as ImportedLine);
  if (lines.length !== archive.records)
    throw new Error(`${lines.length} of ${archive.records} records were reported:\n${output.slice(-2_000)}`);
  return lines;
}

function startImport({ programs, clientEnv }: ProxiedNode, auid: string, input: Readable) {
  return programs.start(['./holdfast', 'import', '-', '--auid', auid, '--json'], clientEnv, input);
}

async function readRanges(node: ProxiedNode, uuid: string, payload: Buffer): Promise<void> {
  const end = payload.length;
  const ranges: [range: string, from: number, to: number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=1000000-1999999', 1_000_000, 2_000_000],
    [`bytes=${end - 10}-`, end - 10, end],
    ['bytes=-1000', end - 1_000, end],
  ];
  const read = (range: string) =>
    node.ask('repository', `/artifacts/${uuid}/payload`, { headers: { ...makeAdminHeaders(node), range } });
  for (const [range, from, to] of ranges) {
    const { status, headers, bytes } = await read(range);
    const said = `bytes ${from}-${to - 1}/${end}`;
    if (status !== 206 || headers['content-range'] !== said || !bytes.equals(payload.subarray(from, to)))
      throw new Error(`${range} returned ${status} ${headers['content-range']}, ${bytes.length} bytes`);
  }
  const { status } = await read(`bytes=${end}-`);
  if (status !== 416) throw new Error(`a range after the end returned ${status}`);
}

/**
 * Kills the client of an import halfway. Every artifact that is visible afterwards must be complete. Repeating the
 * import must complete the AU. Returns the number of artifacts that were visible before the repetition.
 */
export async function interruptThroughProxy(node: ProxiedNode, sizeBytes: number): Promise<number> {
  const auid = 'interrupted';
  const archive = streamLargeArchive('WARC', sizeBytes);
  const isHalfSent = Promise.withResolvers<void>();
  const half = async function* () {
    let sentBytes = 0;
    for await (const piece of archive.bytes()) {
      if (sentBytes > sizeBytes / 2) break;
      yield piece;
      sentBytes += piece.length;
    }
    isHalfSent.resolve();
    // Keeps the input open until the client is killed.
    await new Promise(() => undefined);
  };
  const command = await startImport(node, auid, Readable.from(half()));
  const ended = command.exited.then(() => {
    throw new Error(`the import ended before it was interrupted:\n${command.output()}`);
  });
  await Promise.race([isHalfSent.promise, ended]);
  ended.catch(() => undefined);
  await command.stop('SIGKILL');
  const visible = await listUntilStable(node, auid);
  for (const { uuid, uri } of visible) await checkComplete(node, archive, uuid, uri);
  const lines = await importWhole(node, archive, auid);
  const again = lines.filter(({ status }) => status === 'DUPLICATE').length;
  const stored = lines.filter(({ status }) => status === 'OK').length;
  if (again !== visible.length || stored !== archive.records - again)
    throw new Error(`the second import stored ${stored} and knew ${again}; ${visible.length} were visible`);
  const complete = await list(node, auid);
  if (complete.length !== archive.records)
    throw new Error(`the AU has ${complete.length} artifacts of ${archive.records}`);
  for (const { uuid, uri } of complete) await checkComplete(node, archive, uuid, uri);
  return visible.length;
}

async function checkComplete(
  node: ProxiedNode,
  archive: LargeArchive,
  uuid: string,
  uri: string,
): Promise<void> {
  const { status, bytes } = await node.ask('repository', `/artifacts/${uuid}/payload`, {
    headers: makeAdminHeaders(node),
  });
  const digest = hash('sha256', archive.makePayload(Number(uri.split('/').at(-1))));
  if (status !== 200 || bytes.length !== PAYLOAD_BYTES || hash('sha256', bytes) !== digest)
    throw new Error(`${uri} returned ${status} and ${bytes.length} bytes`);
}

/** Lists the AU until two successive listings are equal. */
async function listUntilStable(node: ProxiedNode, auid: string): Promise<ListedLine[]> {
  for (let before = -1; ; await sleep(SETTLED_MS)) {
    const listed = await list(node, auid);
    if (listed.length === before) return listed;
    before = listed.length;
  }
}

async function list(node: ProxiedNode, auid: string): Promise<ListedLine[]> {
  const { status, bytes } = await node.ask('repository', `/aus/${auid}/artifacts?limit=1000`, {
    headers: makeAdminHeaders(node),
  });
  if (status === 404) return [];
  if (status !== 200) throw new Error(`the listing returned ${status}: ${bytes}`);
  return (JSON.parse(bytes.toString()) as { artifacts: ListedLine[] }).artifacts;
}

const makeAdminHeaders = ({ node }: ProxiedNode) => ({
  authorization: formatBasicAuth('admin', node.password),
});
