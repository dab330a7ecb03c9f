// Starts the bare Express handler, with as many processes as the service.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readWorkers } from '../env.ts';

export interface BareHandler {
  readonly url: string;
  stop(): Promise<void>;
}

// The handler runs as a separate program, so this must be a compiled file even if the current file is TypeScript.
const program = fileURLToPath(new URL('../../dist/serve/bare/app.js', import.meta.url));

export async function startBareHandler(payloads: ReadonlyMap<string, Uint8Array>): Promise<BareHandler> {
  const child = fork(program, [String(readWorkers())], { serialization: 'advanced' });
  const gone = once(child, 'exit');
  const listening = once(child, 'message') as Promise<[number]>;
  child.send(payloads as Map<string, Uint8Array<ArrayBuffer>>);
  const [port] = await listening;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.disconnect();
      await gone;
    },
  };
}
