// The forms that creators post: artifactProps, httpResponseHeader and a payload that looks like a page.
import { htmlPage } from '../corpus/bodies.ts';
import { seededRandom } from '../corpus/random.ts';

export interface Forms {
  readonly contentType: string;
  /** The whole body; the payload is one of a few. */
  form(uri: string, number: number): Buffer;
}

const boundary = 'holdfast-bench-4b1d90e7';
const kinds = 32;

/** Made beforehand as far as can be: creators must not take the processor from the service. */
export function createForms(auid: string, payloadBytes: number): Forms {
  const random = seededRandom('create');
  const behindProperties = Array.from({ length: kinds }, () => {
    const page = htmlPage(random, 'www.example.com', payloadBytes).slice(0, payloadBytes);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${page.length}\r\n\r\n`;
    return Buffer.from(
      `\r\n${part('httpResponseHeader', 'application/http; msgtype=response')}${head}\r\n` +
        `${part('payload', 'text/html', 'payload')}${page}\r\n--${boundary}--\r\n`,
    );
  });
  const before = part('artifactProps', 'application/json');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    form: (uri, number) =>
      Buffer.concat([
        Buffer.from(before + JSON.stringify({ auid, uri, collectionDate: 1_700_000_000_000 + number })),
        behindProperties[number % kinds]!,
      ]),
  };
}

function part(name: string, type: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: ${type}\r\n\r\n`;
}
