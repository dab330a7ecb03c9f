// Exports AUs to a file or standard output, as JSON lines or as au.txt.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  escapeControls,
  formatCount,
  openProgress,
  type Progress,
  RefusalError,
  UsageError,
} from '@holdfast/cli-kit';
import type { AuRecord, ConfigClient } from '@holdfast/client';
import { formatAuTxt } from '@holdfast/migrate-laaws';
import { readSystemCode } from '@holdfast/service-kit/text';
import type { AusExport } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';

/** Exports the AUs. Writes a file under a temporary name and renames it when it is complete. */
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
  const text = format === 'jsonl' ? body : Readable.from(formatAuTxtLines(body), { objectMode: false });
  const steps = [text, countAus(counted, format, shown)] as const;
  try {
    if (file === undefined) await pipeline(...steps, tools.output, { end: false, signal });
    else await writeFile(steps, file, tools.randomId(), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    throw new RefusalError(
      `The connection broke during the export: ${(error as Error).message}. Run the command again.`,
    );
  } finally {
    shown?.close();
  }
  if (!quiet && file !== undefined) {
    tools.errorOutput.write(`${formatCount(counted.aus, 'AU')} in ${escapeControls(file)}.\n`);
  }
  return true;
}

async function writeFile(
  [text, countAus]: readonly [NodeJS.ReadableStream, Transform],
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${id}.part`;
  try {
    // Makes the file readable by its owner only, because AU configurations contain secrets.
    await pipeline(text, countAus, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { syscall } = error as NodeJS.ErrnoException;
    if (readSystemCode(error) === undefined || syscall === undefined || syscall === 'read') throw error;
    throw new UsageError(`${file} cannot be written (${readSystemCode(error)}).`);
  }
}

async function* formatAuTxtLines(body: NodeJS.ReadableStream): AsyncGenerator<string> {
  yield '# Archival Units, exported by holdfast\n';
  let rest = '';
  for await (const text of body.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    // An au.txt file contains AU configurations only. Other AU documents, and AUs without a configuration, are omitted.
    yield lines.map((line) => formatAuTxt(JSON.parse(line) as AuRecord)).join('');
  }
}

/** Counts the AUs while the exported text passes through. */
function countAus(
  counted: { aus: number },
  format: AusExport['format'],
  progress: Progress | undefined,
): Transform {
  let last: string | undefined;
  let rest = '';
  const startsAu = (line: string): boolean => {
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
        if (!startsAu(line)) continue;
        counted.aus += 1;
        progress?.record();
      }
      progress?.sent(chunk.length);
      done(null, chunk);
    },
  });
}
