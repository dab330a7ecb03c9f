// Asks at the terminal: for a password without showing what is typed, and for a line.
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

/** Rejects when the reader gives up (Ctrl-C, Ctrl-D). */
export async function askLine(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  prompt: string,
): Promise<string> {
  const reader = createInterface({ input, output, terminal: true });
  const givenUp = new AbortController();
  reader.once('SIGINT', () => givenUp.abort());
  reader.once('close', () => givenUp.abort());
  try {
    return await reader.question(prompt, { signal: givenUp.signal });
  } finally {
    reader.close();
  }
}
