// AUs to a file, or to standard output: lines of JSON as the service gives them, or au.txt.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  countWords,
  openProgress,
  type Progress,
  printable,
  RefusalError,
  UsageError,
} from '@holdfast/cli-kit';
import type { AuRecord, ConfigClient } from '@holdfast/client';
import { auTxtOf } from '@holdfast/migrate-laaws';
import { systemCode } from '@holdfast/service-kit/text';
import type { AusExport } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';

/** The file has its name when it is whole. */
export async function exportAus(
  tools: AusTools,
  client: ConfigClient,
  { file, format, quiet }: AusExport,
  signal: AbortSignal,
): Promise<boolean> {
  const { body } = await client.exportAus({}, { signal });
  const shown =
    quiet || file === undefined
      ? undefined
      : openProgress({ ...tools, output: tools.errorOutput }, undefined, 'AU');
  const counted = { aus: 0 };
  const text = format === 'jsonl' ? body : Readable.from(auTxtLines(body), { objectMode: false });
  const steps = [text, counting(counted, format, shown)] as const;
  try {
    if (file === undefined) await pipeline(...steps, tools.output, { end: false, signal });
    else await intoFile(steps, file, tools.randomId(), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    throw new RefusalError(`The answer broke off: ${(error as Error).message}.`);
  } finally {
    shown?.close();
  }
  if (!quiet && file !== undefined) {
    tools.errorOutput.write(`${countWords(counted.aus, 'AU')} in ${printable(file)}.\n`);
  }
  return true;
}

async function intoFile(
  [text, counting]: readonly [NodeJS.ReadableStream, Transform],
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${id}.part`;
  try {
    // There are secrets in it.
    await pipeline(text, counting, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { syscall } = error as NodeJS.ErrnoException;
    if (systemCode(error) === undefined || syscall === undefined || syscall === 'read') throw error;
    throw new UsageError(`${file} cannot be written (${systemCode(error)}).`);
  }
}

async function* auTxtLines(body: NodeJS.ReadableStream): AsyncGenerator<string> {
  yield '# Archival Units, exported by holdfast\n';
  let rest = '';
  for await (const text of body.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    // Documents have no place in such a file, and AUs without a configuration neither.
    yield lines.map((line) => auTxtOf(JSON.parse(line) as AuRecord)).join('');
  }
}

/** Counts AUs by what each of them has once in the text. */
function counting(
  counted: { aus: number },
  format: AusExport['format'],
  progress: Progress | undefined,
): Transform {
  let last: string | undefined;
  let rest = '';
  const isOther = (line: string): boolean => {
    if (format === 'jsonl') return true;
    const au = /^org\.lockss\.au\.([^.]+\.[^.]*)\./.exec(line)?.[1];
    const isNew = au !== undefined && au !== last;
    last = au ?? last;
    return isNew;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = format === 'jsonl' ? '' : lines.pop()!;
      const full = format === 'jsonl' ? lines.slice(1) : lines;
      for (const line of full) {
        if (!isOther(line)) continue;
        counted.aus += 1;
        progress?.record();
      }
      progress?.sent(chunk.length);
      done(null, chunk);
    },
  });
}
