// Asks at the terminal without showing what is typed.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Rejects when the reader gives up (Ctrl-C, Ctrl-D). */
export async function askPassword(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  prompt: string,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true });
  const givenUp = new AbortController();
  reader.once('SIGINT', () => givenUp.abort());
  reader.once('close', () => givenUp.abort());
  output.write(prompt);
  try {
    return await reader.question('', { signal: givenUp.signal });
  } finally {
    reader.close();
    output.write('\n');
  }
}
