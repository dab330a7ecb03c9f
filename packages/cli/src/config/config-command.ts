// `holdfast config`: reads and writes configuration files, and makes the service reload its sources.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  escapeControls,
  type InputSource,
  makeConfigRefusal,
  RefusalError,
  type Service,
  SourceError,
  UsageError,
} from '@holdfast/cli-kit';
import { type ConfigClient, describeSystemError, type ResponseHead, ServiceError } from '@holdfast/client';
import { formatBytes } from '@holdfast/service-kit/text';
import { toFormFile } from '../service/upload.ts';
import type {
  ConfigCommand,
  GetCommand,
  PutCommand,
  ReloadCommand,
  ShowCommand,
} from './config-arguments.ts';

export interface ConfigTools {
  /** Output for the configuration file. */
  readonly output: NodeJS.WritableStream;
  /** Output for messages to the user. */
  readonly errorOutput: { write(text: string): unknown };
  randomId(): string;
  /** Opens the input file with this name. Throws `UsageError`. */
  source(file: string): InputSource;
}

export const configExitCodes = { fine: 0, refused: 1, noService: 3 } as const;

/** Returns the exit code. Prints expected errors instead of throwing them, except `UsageError`. */
export async function runConfig(
  tools: ConfigTools,
  { client, origin }: Service<ConfigClient>,
  command: ConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  const say = (words: string): void => void tools.errorOutput.write(`${escapeControls(words)}\n`);
  try {
    if (command.action === 'get') await downloadConfiguration(tools, client, command, say, signal);
    else if (command.action === 'put') await uploadSection(tools, client, command, say, signal);
    else if (command.action === 'show') await printParameters(tools, client, command, signal);
    else await runReload(client, command, say, signal);
    return configExitCodes.fine;
  } catch (caught) {
    const error = caught instanceof ServiceError ? makeConfigRefusal(origin, caught) : caught;
    if (!(error instanceof RefusalError || error instanceof SourceError)) throw error;
    say(error.message);
    const about = error instanceof SourceError || [400, 404, 412, 413].includes(error.status ?? 0);
    return about ? configExitCodes.refused : configExitCodes.noService;
  }
}

type MessagePrinter = (words: string) => void;

async function downloadConfiguration(
  { output, randomId }: ConfigTools,
  { getUrlConfiguration, getSectionConfiguration }: ConfigClient,
  { name, output: file }: GetCommand,
  say: MessagePrinter,
  signal: AbortSignal,
): Promise<void> {
  const answer = await (name.includes(':')
    ? getUrlConfiguration({ url: name }, { signal })
    : getSectionConfiguration({ sectionName: name }, { signal }));
  if (file === undefined) await pipeline(answer.body, output, { end: false, signal });
  else await writeAnswerToFile(answer.body, file, randomId(), signal);
  const size = answer.headers['content-length'];
  const shown = size === undefined || size === '0' ? '' : `${formatBytes(Number(size))}, `;
  say(`${name}: ${shown}${formatValidators(answer)}.`);
}

/** Writes to a temporary file first, then renames it. */
async function writeAnswerToFile(
  answer: Readable,
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${id}.part`;
  try {
    await pipeline(answer, createWriteStream(unfinished, { flags: 'wx' }), { signal });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    signal.throwIfAborted();
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== undefined && syscall !== undefined && syscall !== 'read')
      throw new UsageError(`${file} cannot be written (${code}).`);
    throw new RefusalError(
      `The connection broke during the download: ${describeSystemError(error)}. Run the command again.`,
    );
  }
}

async function uploadSection(
  { source }: ConfigTools,
  client: ConfigClient,
  { section: sectionName, file, condition }: PutCommand,
  say: MessagePrinter,
  signal: AbortSignal,
): Promise<void> {
  const configFile = toFormFile(source(file), 'configFile');
  const { answer, onAnswer } = captureHead();
  const { parameters } = await client.putSectionConfiguration(
    { sectionName, body: { configFile }, ...condition },
    { signal, onAnswer },
  );
  say(`${sectionName} was stored and is in effect: ${formatValidators(answer())}.`);
  const others = parameters.filter(({ isActedOn }) => !isActedOn).map(({ key }) => key);
  if (others.length > 0) say(`Stored for other services, not used by this one: ${formatShortList(others)}.`);
}

const MAX_LISTED = 10;

function formatShortList(keys: readonly string[]): string {
  const more = keys.length - MAX_LISTED;
  return `${keys.slice(0, MAX_LISTED).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

async function printParameters(
  { output }: ConfigTools,
  client: ConfigClient,
  { key }: ShowCommand,
  signal: AbortSignal,
): Promise<void> {
  const asked = key === undefined ? {} : key.endsWith('.') ? { prefix: key } : { key };
  const found = await client.getParameters(asked, { signal });
  if (found.length === 0 && key !== undefined) throw new RefusalError(`No source sets ${key}.`, 404);
  for (const { key: name, value, source, isActedOn } of found) {
    const values = typeof value === 'string' ? value : value.join('; ');
    const effect = isActedOn ? 'used by this service' : 'stored for other services';
    output.write(`${escapeControls(`${name} = ${values}`)}\n    ${escapeControls(source)}: ${effect}\n`);
  }
}

async function runReload(
  client: ConfigClient,
  { wait }: ReloadCommand,
  say: MessagePrinter,
  signal: AbortSignal,
): Promise<void> {
  const before = await readLastUpdate(client, signal);
  const { answer, onAnswer } = captureHead();
  await client.reloadConfiguration({}, { signal, onAnswer });
  if (!wait) {
    say('The service has started to reload plugins, configuration and titles.');
    return;
  }
  const asked = Number(answer().headers['x-load-number']);
  if (!Number.isInteger(asked))
    throw new RefusalError('The service accepted the reload, but does not report when it finishes.');
  let now = await readLastUpdate(client, signal);
  for (let pauseMs = 100; now.done < asked; pauseMs = Math.min(pauseMs * 1.5, 2_000)) {
    await sleep(pauseMs, undefined, { signal });
    now = await readLastUpdate(client, signal);
  }
  say(
    now.time === before.time
      ? 'Loaded; nothing has changed.'
      : `Loaded; the configuration changed at ${now.time}.`,
  );
  const { reason } = await client.getStatus({}, { signal });
  if (reason !== undefined) say(`The service says: ${reason}`);
}

async function readLastUpdate(
  client: ConfigClient,
  signal: AbortSignal,
): Promise<{ time: string; done: number }> {
  const { answer, onAnswer } = captureHead();
  const time = await client.getLastUpdateTime({}, { signal, onAnswer });
  return { time, done: Number(answer().headers['x-loads-done']) };
}

/** Records the status and headers of a response, because the client's operations return only the body. */
function captureHead() {
  let seen: ResponseHead = { status: 0, headers: {} };
  return {
    answer: () => seen,
    onAnswer: (answer: ResponseHead) => {
      seen = answer;
    },
  };
}

function formatValidators({ headers }: ResponseHead): string {
  return `last changed ${headers['last-modified']}, tag ${headers.etag?.replaceAll('"', '')}`;
}
