// Hook that receives live events of a service while the component is mounted and the page is visible. EventSource is
// not used: it cannot set request headers, and it does not distinguish an expired session from an unavailable service.
import { useEffect, useRef, useState } from 'preact/hooks';
import { createEventReader, type StreamEvent } from './event-stream.ts';
import { reachableServices, type ServiceId, waitForLogin } from './session.ts';
import { CONSOLE_HEADERS } from './session-request.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Subscribes to events. `path` is relative to the service, for example `/events`. If `path` is undefined, does not
 * connect. Returns whether the stream is connected.
 */
export function useEvents(
  path: string | undefined,
  handler: (event: StreamEvent) => void,
  service: ServiceId = 'repository',
): boolean {
  const [isLive, setLive] = useState(false);
  const latest = useRef(handler);
  latest.current = handler;

  useEffect(() => {
    const base = reachableServices.value[service];
    if (path === undefined || base === undefined) return;
    let ended = new AbortController();
    const listen = (): void => {
      ended.abort();
      setLive(false);
      ended = new AbortController();
      if (document.hidden) return;
      void receiveEvents(new URL(path.replace(/^\//, ''), base), ended.signal, {
        onEvent: (event) => latest.current(event),
        onLive: setLive,
      });
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      ended.abort();
    };
  }, [path, service]);

  return isLive;
}

interface StreamListener {
  onEvent(event: StreamEvent): void;
  onLive(isLive: boolean): void;
}

async function receiveEvents(
  url: URL,
  signal: AbortSignal,
  { onEvent, onLive }: StreamListener,
): Promise<void> {
  let reader = createEventReader();
  for (let failures = 0; !signal.aborted; ) {
    try {
      const answer = await fetch(url, {
        signal,
        headers: {
          ...CONSOLE_HEADERS,
          accept: 'text/event-stream',
          ...(reader.lastId && { 'last-event-id': reader.lastId }),
        },
      });
      if (answer.status === 401 && (await waitForLogin())) continue;
      // Does not retry after a client error, because the same request would fail again.
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return;
      if (answer.ok && answer.body !== null) {
        onLive(true);
        failures = 0;
        reader = createEventReader(reader.lastId);
        await readText(answer.body, (text) => {
          for (const event of reader.read(text)) onEvent(event);
        });
      }
    } catch {
      // Retries after an error, unless the component was unmounted.
    }
    if (signal.aborted) return;
    onLive(false);
    failures += 1;
    await pause(reader.retryMs ?? Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS), signal);
  }
}

async function readText(body: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  const pieces = body.getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return;
    take(decoder.decode(value, { stream: true }));
  }
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
