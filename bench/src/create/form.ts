// Multipart forms that the clients post: artifactProps, httpResponseHeader, and a payload that resembles a web page or,
// if it is large, a video.
import { makeHtmlPage } from '../corpus/bodies.ts';
import { type BenchRandom, createBenchRandom } from '../corpus/random.ts';

export interface CreateFormFactory {
  readonly contentType: string;
  /** Returns a complete form as a few buffers. Its payload is one of several prepared payloads. */
  form(uri: string, number: number): readonly Buffer[];
}

const BOUNDARY = 'holdfast-bench-4b1d90e7';
const KINDS = 32;
const KINDS_OF_LARGE = 2;
/** Payloads above this size are incompressible, and are not copied into each form. */
const LARGE_BYTES = 1_000_000;

/** Prepares the payloads in advance, so that the clients leave the CPU time to the service. */
export function createFormFactory(auid: string, payloadBytes: number): CreateFormFactory {
  const random = createBenchRandom('create');
  const isLarge = payloadBytes > LARGE_BYTES;
  const payloadOf = isLarge ? generateFilm : generatePage;
  const behindProperties = Array.from({ length: isLarge ? KINDS_OF_LARGE : KINDS }, () =>
    formatPayloadParts(payloadOf(random, payloadBytes)),
  );
  const before = formatPartHeader('artifactProps', 'application/json');
  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    form: (uri, number) => {
      const properties = { auid, uri, collectionDate: 1_700_000_000_000 + number };
      const beginning = Buffer.from(before + JSON.stringify(properties));
      const rest = behindProperties[number % behindProperties.length]!;
      return isLarge ? [beginning, rest] : [Buffer.concat([beginning, rest])];
    },
  };
}

interface GeneratedPayload {
  readonly type: string;
  readonly bytes: Buffer;
}

function generatePage(random: BenchRandom, sizeBytes: number): GeneratedPayload {
  const html = makeHtmlPage(random, 'www.example.com', sizeBytes).slice(0, sizeBytes);
  return { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
}

function generateFilm(random: BenchRandom, sizeBytes: number): GeneratedPayload {
  return { type: 'video/mp4', bytes: random.bytes(sizeBytes) };
}

function formatPayloadParts({ type, bytes }: GeneratedPayload): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(
      `\r\n${formatPartHeader('httpResponseHeader', 'application/http; msgtype=response')}${head}\r\n`,
    ),
    Buffer.from(formatPartHeader('payload', type, 'payload')),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function formatPartHeader(name: string, type: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: ${type}\r\n\r\n`;
}
