// `holdfast export`: writes an AU or a selection to a file, or to a bag with the AU's configuration.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  escapeControls,
  makeConfigRefusal,
  NO_PROGRESS,
  openProgress,
  type Progress,
  RefusalError,
  type Service,
  toRefusalError,
  toUnreachableError,
  UsageError,
} from '@holdfast/cli-kit';
import { type ConfigClient, type RepositoryClient, ServiceError } from '@holdfast/client';
import { formatBytes, readSystemCode } from '@holdfast/service-kit/text';
import { finishBag, formatOmissions } from './bag-folder.ts';
import { type DownloadResult, downloadFile } from './download.ts';
import type { ExportCommand, ExportKind } from './export-arguments.ts';

export interface ExportTools {
  nowMs(): number;
  now(): Date;
  readonly software: string;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
}

export interface ExportServices {
  readonly repository: Service<RepositoryClient>;
  /** Client of the configuration service. Undefined if the AU's configuration is not exported. */
  readonly config: Service<ConfigClient> | undefined;
}

export const exportExitCodes = { fine: 0, nothing: 1, noService: 3 } as const;

/** Returns the exit code. Prints expected errors instead of throwing them, except `UsageError`. */
export async function runExport(
  tools: ExportTools,
  services: ExportServices,
  command: ExportCommand,
  signal: AbortSignal,
): Promise<number> {
  const say = (words: string): void => void tools.errorOutput.write(`${escapeControls(words)}\n`);
  try {
    const run = { tools, services, command, say, signal };
    const { sizeBytes, leftOut } = await (command.kind === 'bag'
      ? exportToBag(run)
      : exportToFile(run, command.destination));
    if (!command.quiet) tools.output.write(`${command.destination}: ${formatBytes(sizeBytes)}\n`);
    for (const words of formatOmissions(leftOut)) say(`${words}.`);
    return exportExitCodes.fine;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    say(error.message);
    return error.status === 404 ? exportExitCodes.nothing : exportExitCodes.noService;
  }
}

interface ExportContext {
  readonly tools: ExportTools;
  readonly services: ExportServices;
  readonly command: ExportCommand;
  readonly say: (words: string) => void;
  readonly signal: AbortSignal;
}

const endings: Readonly<Record<ExportKind, string>> = {
  warc: 'warc.gz',
  wacz: 'wacz',
  tar: 'tar',
  bag: 'warc.gz',
};

async function exportToFile(
  { tools, services, command, say, signal }: ExportContext,
  file: string,
): Promise<DownloadResult> {
  const { client, origin } = services.repository;
  const { namespace, kind, selection, quiet } = command;
  const input = { fileName: `${namespace}.${endings[kind]}`, ...selection };
  let progress: Progress | undefined;
  try {
    return await downloadFile(
      file,
      {
        ask: async (headers, options) => client.exportArtifacts({ ...input, ...headers }, options),
        onBytes: (bytes, totalBytes) => {
          const screen = { nowMs: tools.nowMs, output: tools.errorOutput };
          progress ??= quiet ? NO_PROGRESS : openProgress(screen, totalBytes, 'file');
          progress.sent(bytes);
        },
        onWait: () => quiet || say('The service is preparing the file. It reads all exported records first.'),
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === undefined) throw toUnreachableError(origin, error);
    // The service's error message contains the missing AU, or explains that the selection matches nothing.
    throw error.status === 404 && error.detail ? new RefusalError(error.detail, 404) : toRefusalError(error);
  } finally {
    progress?.close();
  }
}

const WARC_PATH = 'data/archive.warc.gz';
const CONFIGURATION_PATH = 'data/au-configuration.json';

async function exportToBag(run: ExportContext): Promise<DownloadResult> {
  const { tools, command, say } = run;
  const { destination: folder, namespace, selection } = command;
  if (await isExistingFile(join(folder, 'bagit.txt')))
    throw new UsageError(`${folder} already contains a bag.`);
  const configuration = await fetchConfiguration(run);
  try {
    await mkdir(join(folder, 'data'), { recursive: true });
  } catch (error) {
    throw new UsageError(`${folder} cannot be created (${readSystemCode(error)}).`);
  }
  const done = await exportToFile(run, join(folder, WARC_PATH));
  const payload = [WARC_PATH];
  if (configuration !== undefined) {
    await writeFile(join(folder, CONFIGURATION_PATH), configuration);
    payload.push(CONFIGURATION_PATH);
  } else if (command.withConfiguration)
    say('The configuration service does not know this AU: the bag has no configuration.');
  const { auid } = selection;
  const about = {
    namespace,
    auid,
    payload,
    software: tools.software,
    date: tools.now(),
    leftOut: done.leftOut,
  };
  await finishBag(folder, about);
  return done;
}

/** Returns the AU's configuration. Returns undefined if the AU has none, or if the user did not request it. */
async function fetchConfiguration({
  services: { config },
  command,
  signal,
}: ExportContext): Promise<string | undefined> {
  const { auid } = command.selection;
  if (!config || auid === undefined) return undefined;
  try {
    const found = await config.client.getAuConfiguration({ auid }, { signal });
    return `${JSON.stringify(found, null, 2)}\n`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The configuration service returns 400 for an invalid AUID. Imports into the repository accept any AUID, so the
    // repository may still contain such an AU.
    if (error.status === 404 || error.status === 400) return undefined;
    const { message, status } = makeConfigRefusal(config.origin, error);
    throw new RefusalError(`${message} (Use --without-configuration to create a bag without it.)`, status);
  }
}

async function isExistingFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
