// Clients that do go on, but so slowly that what is held for them is held for ever: a least rate of what they send and of
// what they take, measured while it is their turn. Silence is another matter (connections.ts).
import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '@holdfast/service-kit';
import { type Connections, type Exchange, isToSend } from './connections.ts';

export interface PaceLimits {
  /** 0: there is no least rate. */
  readonly leastBytesPerSecond: number;
  /** How long a client may be slower than that. */
  readonly windowMs: number;
}

const stops = new WeakMap<IncomingMessage, () => void>();

/**
 * For a handler that reads a long body: `stop` is called once when the client sends it too slowly, so that the handler
 * ends with an answer. Without it, or when the client goes on like that, the connection is cut.
 */
export function whenTooSlow(request: IncomingMessage, stop: () => void): void {
  stops.set(request, stop);
}

/** A window is looked at so many times. */
const LOOKS = 6;

export function endSlowClients(
  server: Server,
  connections: Connections,
  { leastBytesPerSecond, windowMs }: PaceLimits,
  log?: Log,
): void {
  if (leastBytesPerSecond === 0) return;
  const least = { bytes: (leastBytesPerSecond * windowMs) / 1000, windowMs };
  const paces = new WeakMap<Exchange, { readonly sending: Pace; readonly taking: Pace }>();
  const look = () => {
    const nowMs = performance.now();
    for (const { underWay: exchange } of connections.values()) {
      if (exchange === undefined) continue;
      const { socket } = exchange.request;
      const pace = paces.get(exchange) ?? { sending: new Pace(least), taking: new Pace(least) };
      paces.set(exchange, pace);
      if (pace.sending.isTooSlow(nowMs, isToSend(exchange), socket.bytesRead)) endSender(exchange, log);
      else if (pace.taking.isTooSlow(nowMs, isToTake(exchange), socket.bytesWritten)) {
        log?.info('a client that took its answer too slowly was cut off');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, windowMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}

function endSender({ request }: Exchange, log: Log | undefined): void {
  const stop = stops.get(request);
  stops.delete(request);
  log?.info('a client that sent its request too slowly was stopped');
  if (stop) stop();
  else request.socket.destroy();
}

/** Who is still sending may read the answer afterwards. */
function isToTake({ request, response }: Exchange): boolean {
  return request.complete && response.writableLength > 0;
}

/** How a client uses its turns, from when one began until it ended, or until it was long enough to be judged. */
export class Pace {
  readonly #least: { readonly bytes: number; readonly windowMs: number };
  #begun: { readonly ms: number; readonly bytes: number } | undefined;

  /** `bytes` in each window. */
  constructor(least: { readonly bytes: number; readonly windowMs: number }) {
    this.#least = least;
  }

  /** `bytes`: how many have moved on the connection by now. */
  isTooSlow(nowMs: number, isTurn: boolean, bytes: number): boolean {
    if (!isTurn) {
      this.#begun = undefined;
      return false;
    }
    this.#begun ??= { ms: nowMs, bytes };
    if (nowMs - this.#begun.ms < this.#least.windowMs) return false;
    const moved = bytes - this.#begun.bytes;
    this.#begun = { ms: nowMs, bytes };
    return moved < this.#least.bytes;
  }
}
