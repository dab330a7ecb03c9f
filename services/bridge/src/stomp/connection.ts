// STOMP 1.2 connection to a broker. Sends messages in transactions, which the broker acknowledges as a whole. Does not
// reconnect; a lost connection must be replaced by a new one.
import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { BrokerAddress } from './address.ts';
import { createFrameReader, encodeFrame, StompFaultError, type StompFrame } from './frame.ts';

export interface BrokerOptions {
  readonly user: string | undefined;
  readonly password: string | undefined;
  /**
   * Certificate authorities for the broker's certificate, as PEM. If undefined, Node's default authorities are used.
   */
  readonly authorities: string | undefined;
  readonly heartBeatMs: number;
  readonly timeoutMs: number;
}

export interface StompMessage {
  readonly destination: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface StompConnection {
  /** Aborts when the connection is lost, with the error as its reason. */
  readonly gone: AbortSignal;
  /**
   * Sends messages in order, in one transaction, which the broker accepts or refuses as a whole. Resolves when the
   * broker has accepted them.
   */
  send(messages: readonly StompMessage[]): Promise<void>;
  subscribe(
    destination: string,
    headers: Readonly<Record<string, string>>,
    onMessage: (frame: StompFrame) => void,
  ): void;
  /** Disconnects gracefully. Waits only briefly for the broker. */
  close(): Promise<void>;
}

/** Thrown if the broker refuses a frame, or if the connection is lost. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  /** True if the broker refused the content of a frame. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

const CLOSE_MS = 2_000;

/** Connects and logs in to a broker. Rejects with BrokerError. */
export async function connectToBroker(
  address: BrokerAddress,
  options: BrokerOptions,
): Promise<StompConnection> {
  const socket = openSocket(address, options);
  const gone = new AbortController();
  const end = (error: Error): void => {
    gone.abort(error);
    socket.destroy();
  };
  socket.on('error', (error) =>
    end(new BrokerError(`the broker cannot be reached: ${error.message}`, { cause: error })),
  );
  socket.on('close', () => end(new BrokerError('the broker closed the connection')));
  const frames = createWaitingFrames(socket, gone.signal, end);
  const timer = setTimeout(
    () => end(new BrokerError(`the broker did not answer within ${options.timeoutMs} ms`)),
    options.timeoutMs,
  );
  try {
    socket.write(encodeFrame('CONNECT', greeting(address, options)));
    const answer = await frames.wait('CONNECTED');
    startHeartBeats(socket, gone.signal, end, {
      ours: options.heartBeatMs,
      theirs: answer.headers['heart-beat'],
    });
    return wrapSocket(socket, gone.signal, frames);
  } catch (error) {
    end(error as Error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function openSocket({ host, port, isSecure }: BrokerAddress, { authorities }: BrokerOptions): Socket {
  const socket = isSecure
    ? connectSecure({ host, port, ...(authorities !== undefined && { ca: authorities }) })
    : connectPlain({ host, port });
  return socket.setNoDelay(true);
}

function greeting({ host }: BrokerAddress, { user, password, heartBeatMs }: BrokerOptions) {
  return {
    'accept-version': '1.2',
    host,
    'heart-beat': `${heartBeatMs},${heartBeatMs}`,
    ...(user !== undefined && { login: user }),
    ...(password !== undefined && { passcode: password }),
  };
}

interface WaitingFrames {
  /**
   * Resolves to the next frame with this command. If `command` is RECEIPT, `id` is the receipt ID to wait for. Rejects
   * when the connection is lost.
   */
  wait(command: string, id?: string): Promise<StompFrame>;
  readonly subscribers: Map<string, (frame: StompFrame) => void>;
}

function createWaitingFrames(socket: Socket, gone: AbortSignal, end: (error: Error) => void): WaitingFrames {
  const reader = createFrameReader();
  const waiting = new Map<string, (frame: StompFrame) => void>();
  const subscribers: WaitingFrames['subscribers'] = new Map();
  const take = (frame: StompFrame): void => {
    const { command, headers } = frame;
    if (command === 'ERROR') throw makeBrokerError(frame);
    if (command === 'MESSAGE') subscribers.get(headers.subscription ?? '')?.(frame);
    const key = keyOf(command, headers['receipt-id']);
    waiting.get(key)?.(frame);
    waiting.delete(key);
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.read(chunk)) take(frame);
    } catch (error) {
      end(error as Error);
    }
  });
  return {
    subscribers,
    wait: (command, id) => {
      if (gone.aborted) return Promise.reject(gone.reason);
      const { promise, resolve, reject } = Promise.withResolvers<StompFrame>();
      const onGone = (): void => reject(gone.reason);
      gone.addEventListener('abort', onGone, { once: true });
      waiting.set(keyOf(command, id), (frame) => {
        gone.removeEventListener('abort', onGone);
        resolve(frame);
      });
      return promise;
    },
  };
}

const keyOf = (command: string, id = ''): string => `${command} ${id}`;

/** Creates the error for an ERROR frame. Shortens the broker's message, which may have many lines. */
function makeBrokerError({ headers, body }: StompFrame): BrokerError {
  const said = headers.message ?? body.toString('utf8').split('\n')[0]!;
  return new BrokerError(`the broker refused: ${said.slice(0, 500)}`, { isRefusal: true });
}

function wrapSocket(socket: Socket, gone: AbortSignal, frames: WaitingFrames): StompConnection {
  let number = 0;
  return {
    gone,
    async send(messages) {
      const id = `t${++number}`;
      const receipt = frames.wait('RECEIPT', id);
      receipt.catch(() => undefined);
      await write(socket, gone, encodeFrame('BEGIN', { transaction: id }));
      for (const { destination, headers, body } of messages) {
        await write(socket, gone, encodeFrame('SEND', { destination, ...headers, transaction: id }, body));
      }
      await write(socket, gone, encodeFrame('COMMIT', { transaction: id, receipt: id }));
      await receipt;
    },
    subscribe(destination, headers, onMessage) {
      const id = `s${++number}`;
      frames.subscribers.set(id, onMessage);
      socket.write(encodeFrame('SUBSCRIBE', { id, destination, ack: 'auto', ...headers }));
    },
    async close() {
      if (gone.aborted) return;
      const left = frames.wait('RECEIPT', 'end').catch(() => undefined);
      socket.write(encodeFrame('DISCONNECT', { receipt: 'end' }));
      const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
      await left;
      clearTimeout(timer);
      socket.destroy();
      if (!gone.aborted) await once(gone, 'abort');
    },
  };
}

/** Waits until the socket's buffer has been sent, so that a slow broker cannot exhaust the memory. */
async function write(socket: Socket, gone: AbortSignal, bytes: Buffer): Promise<void> {
  gone.throwIfAborted();
  if (!socket.write(bytes)) await once(socket, 'drain', { signal: gone }).catch(() => gone.throwIfAborted());
}

/**
 * Number of heart-beat intervals (STOMP 1.2) without data after which the connection is considered lost. Tolerates late
 * heart-beats.
 */
const PATIENCE = 2.5;

/**
 * Sends heart-beats, and checks that the broker sends heart-beats. `theirs` is the broker's `heart-beat` header: the
 * intervals, in milliseconds, at which the broker can send and wants to receive.
 */
function startHeartBeats(
  socket: Socket,
  gone: AbortSignal,
  end: (error: Error) => void,
  { ours, theirs = '0,0' }: { readonly ours: number; readonly theirs: string | undefined },
): void {
  const [theyBeatMs, theyWantMs] = parseHeartBeat(theirs);
  if (ours > 0 && theyWantMs > 0) {
    const timer = setInterval(() => socket.write('\n'), Math.max(ours, theyWantMs));
    gone.addEventListener('abort', () => clearInterval(timer));
  }
  if (ours > 0 && theyBeatMs > 0) {
    const patienceMs = Math.max(ours, theyBeatMs) * PATIENCE;
    const timer = setTimeout(
      () => end(new StompFaultError(`nothing was heard from the broker for ${patienceMs} ms`)),
      patienceMs,
    );
    socket.on('data', () => timer.refresh());
    gone.addEventListener('abort', () => clearTimeout(timer));
  }
}

function parseHeartBeat(text: string): [beatMs: number, wantMs: number] {
  const [, beat, want] = /^(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (want === undefined) throw new StompFaultError('the heart-beat header of the broker is invalid');
  return [Number(beat), Number(want)];
}
