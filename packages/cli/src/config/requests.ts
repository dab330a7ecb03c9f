// Requests to the configuration service, and what its refusals mean in plain words.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure, problemDetail, Refusal, type Service, startRequest } from '../service.ts';

export interface Asking {
  readonly method: 'GET' | 'PUT';
  /** Relative to the service's address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

const longestSilenceMs = 120_000;

/** The answer when it is 200. Throws Refusal, what `body` throws, and the signal's reason. */
export async function ask(service: Service, asking: Asking): Promise<IncomingMessage> {
  const { method, path, headers = {}, body, signal } = asking;
  const request = startRequest(service, method, path, headers);
  request.setTimeout(longestSilenceMs, () => request.destroy(new Error('it does not answer')));
  const stop = (): void => void request.destroy(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  let bodyTrouble: unknown;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
  if (body === undefined) request.end();
  else {
    pipeline(
      Readable.from(
        watched(body, (error) => (bodyTrouble = error)),
        { objectMode: false },
      ),
      request,
    ).catch(
      // Everything else that can go wrong here also ends the answer, which tells it better.
      () => undefined,
    );
  }
  const answer = await answered.catch((error: unknown) => {
    signal.throwIfAborted();
    if (bodyTrouble !== undefined) throw bodyTrouble;
    throw new Refusal(`The service at ${service.url.origin} cannot be reached: ${failure(error)}.`);
  });
  if (answer.statusCode !== 200) throw await refused(answer);
  return answer;
}

async function* watched(bytes: AsyncIterable<Uint8Array>, onTrouble: (error: unknown) => void) {
  try {
    yield* bytes;
  } catch (error) {
    onTrouble(error);
    throw error;
  }
}

export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

const meanings: Readonly<Record<number, string>> = {
  400: 'The service refused it',
  404: 'There is no such file',
  412: 'It was not stored, since the file is not as you said',
  413: 'It is too large',
  503: 'The service is not ready',
};

async function refused(answer: IncomingMessage): Promise<Refusal> {
  const status = answer.statusCode ?? 0;
  const detail = await problemDetail(answer);
  if (status === 401) return new Refusal('The service does not accept this user and password.', status);
  if (status === 403) return new Refusal('This user may not do that here.', status);
  // A service of another kind knows no such path.
  if (status === 404 && (detail === undefined || detail === 'There is nothing at this path.')) {
    return new Refusal('There is no configuration service at this address.');
  }
  const meaning = meanings[status] ?? `The service answered ${status}`;
  return new Refusal(detail === undefined ? `${meaning}.` : `${meaning}: ${detail}`, status);
}
