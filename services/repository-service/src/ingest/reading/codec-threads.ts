// The codec threads of the service and the way to have an upload read by them: bytes in, findings out, both sides bounded.
// Inflating and digesting would otherwise hold up every other request. An upload is read by one thread, and by others, too,
// while those have nothing else to read and processors are idle.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../../domain/record/given-identity.ts';
import type { CodecOutput } from '../../domain/record/read-record.ts';
import type { OpenUpload, PackedOutput } from './codec-messages.ts';
import { CodecThread } from './codec-thread.ts';
import { watchIdleProcessors } from './idle-processors.ts';
import { unpackFindings } from './packed-findings.ts';
import { feedUpload } from './upload-feed.ts';
import { type InflationBound, newGauge } from './upload-gauge.ts';
import { UploadLanes } from './upload-lanes.ts';

export interface CodecThreads {
  /**
   * Reads an upload. Throws NotAWarcUploadError, and CodecError when a thread itself broke. Ending the iteration
   * early drops the upload. When the signal aborts, the threads stop at once and the iteration rejects with its reason,
   * whatever has been read and not been taken yet. The bytes of an output are the receiver's only until it asks for the next one.
   * `companions`: which records are reported beside those that become artifacts; none unless it is given.
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options?: ReadOptions,
  ): AsyncGenerator<CodecOutput>;
  /** How many uploads each thread reads from their beginning. */
  uploads(): number[];
  /** How many threads read something. */
  busy(): number;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Which companions are reported. Default `none`. */
  readonly companions?: CompanionUse;
  /** Records whose digest, HTTP head or date is wrong or missing are to be kept, as quarantined. Default false. */
  readonly keepDamaged?: boolean;
  /** What payloads are. Default `entity`. */
  readonly payloads?: PayloadReading;
  /** Records are artifacts of another repository, which keep the identity that they have there. */
  readonly givenBy?: GivenAu | undefined;
  /** Is told, in a sentence each, what about the archive as a whole is not as it says. */
  readonly warn?: ((warning: string) => void) | undefined;
  /** What the upload may inflate to. Default: no bound. */
  readonly inflation?: InflationBound | undefined;
}

/** With what lies before the next cut, about two batches of findings: more of them, or less in each, would cost more. */
const PORTION_BYTES = 1920 * 1024;

/** When an upload is read by more than one thread. */
export interface Sharing {
  /** What one thread reads of an upload, at least, before another one goes on. */
  readonly portionBytes: number;
  /** Whether there are processors for another thread. */
  hasIdleProcessors(): boolean;
}

/**
 * Each thread is started by the first upload that it is given, which waits a tenth of a second for it: those that wait for
 * uploads would take 20 MB each of a service that only reads.
 * `spoolFolder`: for bytes that must be read again because a length is wrong, when they are too many for memory.
 */
export function startCodecThreads(
  count: number,
  inlineLimitBytes: number,
  spoolFolder?: string,
  sharing: Sharing = { portionBytes: PORTION_BYTES, hasIdleProcessors: watchIdleProcessors() },
): CodecThreads {
  const threads = Array.from({ length: count }, () => new CodecThread());
  return {
    read: (bytes, signal, options = {}) => {
      const { companions = 'none', keepDamaged = false, payloads = 'entity', givenBy, inflation } = options;
      const where = { inlineLimitBytes, spoolFolder, gauge: newGauge() };
      const chosen = { ...where, companions, keepDamaged, payloads, givenBy, inflation };
      return read({ threads, sharing, warn: options.warn }, bytes, signal, chosen);
    },
    uploads: () => threads.map(({ uploads }) => uploads),
    busy: () => threads.filter(({ isBusy }) => isBusy).length,
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

async function* read(
  {
    threads,
    sharing,
    warn,
  }: { threads: readonly CodecThread[]; sharing: Sharing; warn: ReadOptions['warn'] },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  options: Omit<OpenUpload, 'message' | 'upload'>,
): AsyncGenerator<CodecOutput> {
  const idlest = threads.reduce((a, b) => (b.uploads < a.uploads ? b : a));
  const lanes = new UploadLanes(threads, idlest, options, warn);
  const abort = () => lanes.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const feeding = feedUpload({ lanes, ...sharing }, bytes, signal).catch((error) => lanes.fail(error));
  try {
    for (let next = await lanes.next(); next; next = await lanes.next()) {
      const { output, lane } = next;
      yield unpacked(output);
      // Read before it is transferred: after that it is empty here.
      const { buffer, byteLength: lengthBytes } = output.bytes as Uint8Array<ArrayBuffer>;
      lane.post({ message: 'taken', buffer, lengthBytes }, [buffer]);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    lanes.close();
  }
  await feeding;
}

function unpacked(output: PackedOutput): CodecOutput {
  if (output.output === 'chunk') return output;
  const { findings, bytes } = output;
  return { output: 'findings', findings: unpackFindings(findings), characters: findings.characters, bytes };
}
