// Prompts for a line or a password at the terminal.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads a password without echoing it. Rejects if the user presses Ctrl-C or Ctrl-D. */
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

/** Reads a line from the terminal. Rejects if the user presses Ctrl-C or Ctrl-D. */
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
