// Writes captures as a WARC, including revisits.
import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** URL prefix of all generated pages. */
export const JOURNAL = 'http://journal.example/';

export interface JournalCapture {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
  /** WARC-Date. */
  readonly date?: string;
  /** Status code and reason phrase, such as `200 OK`. */
  readonly status?: string;
  /** Further fields of the HTTP header. */
  readonly head?: readonly string[];
  /** URL of a capture with the same payload. The record is then a revisit without the payload. */
  readonly revisitOf?: string;
}

const DATE = '2021-05-05T05:05:05Z';
const PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';

export function writeJournalArchive(captures: readonly JournalCapture[]): Buffer {
  return Buffer.concat(
    captures.map((capture) => {
      const { url, type, body, date = DATE, status = '200 OK', head = [], revisitOf } = capture;
      const http = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, ...head].join('\r\n');
      const block = Buffer.concat([
        Buffer.from(`${http}\r\n\r\n`),
        ...(revisitOf === undefined ? [body] : []),
      ]);
      const original = captures.find((one) => one.url === revisitOf && one.revisitOf === undefined);
      const fields = [
        'WARC/1.1',
        `WARC-Type: ${revisitOf === undefined ? 'response' : 'revisit'}`,
        `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
        `WARC-Date: ${date}`,
        `WARC-Target-URI: ${url}`,
        `WARC-Payload-Digest: sha1:${encodeBase32(createHash('sha1').update(body).digest())}`,
        ...(original === undefined
          ? []
          : [
              `WARC-Profile: ${PROFILE}`,
              `WARC-Refers-To-Target-URI: ${original.url}`,
              `WARC-Refers-To-Date: ${original.date ?? DATE}`,
            ]),
        'Content-Type: application/http; msgtype=response',
        `Content-Length: ${block.length}`,
      ];
      return gzipSync(
        Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]),
      );
    }),
  );
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in Base32, as usual for digests in WARC files. The length must be a multiple of 5. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)]!);
}
