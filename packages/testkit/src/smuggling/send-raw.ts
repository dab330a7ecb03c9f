// Sends raw text as a request on a new connection and reads the response.
import { connect } from 'node:net';

export interface RawHttpResponse {
  readonly status: number;
  /** Header fields, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** All bytes after the HTTP header block. */
  readonly rest: string;
}

/** Resolves after a complete response, or when the connection ends. Throws if no data arrives for a minute. */
export async function sendRaw(port: number, method: string, text: string): Promise<RawHttpResponse> {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(60_000, () => reject(new Error('there is no answer')));
      socket.on('error', (error) => (received === '' ? reject(error) : resolve()));
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        if (isComplete(received, method)) resolve();
      });
      socket.write(text, 'latin1');
    });
  } finally {
    socket.destroy();
  }
  return parseResponse(received);
}

function isComplete(received: string, method: string): boolean {
  if (!received.includes('\r\n\r\n')) return false;
  const { headers, rest } = parseResponse(received);
  if (method === 'HEAD') return true;
  const length = headers.get('content-length');
  return length === undefined ? rest.endsWith('0\r\n\r\n') : rest.length >= Number(length);
}

function parseResponse(received: string): RawHttpResponse {
  const end = received.indexOf('\r\n\r\n');
  const [line = '', ...fields] = received.slice(0, end).split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, rest: received.slice(end + 4) };
}
