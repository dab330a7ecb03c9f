// Reads a new password: from a file, from standard input, or typed twice without echo.
import { readFile } from 'node:fs/promises';
import { UsageError } from '@holdfast/cli-kit';
import { MIN_PASSWORD_CHARACTERS } from '@holdfast/service-kit';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface PasswordSource {
  readonly file: string | undefined;
  /** Shows a prompt and resolves to the input. Undefined if the command is not run at a terminal. */
  readonly ask: ((prompt: string) => Promise<string>) | undefined;
  readonly input: AsyncIterable<Buffer | string>;
}

/** Maximum length of a password. Services reject longer passwords without checking them. */
const MAX_CHARACTERS = 1_024;
const MAX_INPUT_CHARACTERS = 8_192;

/** Reads a new password. Throws `UsageError`. */
export async function readNewPassword(source: PasswordSource): Promise<string> {
  const password = await readPassword(source);
  if (password.length < MIN_PASSWORD_CHARACTERS)
    throw new UsageError(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  if (password.length > MAX_CHARACTERS)
    throw new UsageError(`The password must have at most ${MAX_CHARACTERS} characters.`);
  if (/\p{Cc}/u.test(password))
    throw new UsageError('The password must be one line without control characters.');
  return password;
}

async function readPassword({ file, ask, input }: PasswordSource): Promise<string> {
  if (file !== undefined) return removeLineEnd(await readPasswordFile(file));
  if (ask === undefined) return removeLineEnd(await readWholeInput(input));
  const password = await ask('New password: ');
  if ((await ask('Once more: ')) !== password)
    throw new UsageError('The two passwords differ. Nothing was changed.');
  return password;
}

async function readPasswordFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The password file ${file} cannot be read (${readSystemCode(error)}).`);
  }
}

async function readWholeInput(input: AsyncIterable<Buffer | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > MAX_INPUT_CHARACTERS)
      throw new UsageError('Standard input is too long for a password.');
  }
  return text;
}

const removeLineEnd = (text: string) => text.replace(/\r?\n$/, '');
