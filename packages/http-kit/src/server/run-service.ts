// Runs a service as a process: reads the settings, creates the log, starts the service, and stops it on a signal. If
// the service has several processes, the primary process and every worker run this code.
import {
  connectToPrimary,
  createLog,
  divideSettings,
  type Log,
  SettingsError,
  type SettingsSpec,
  stopOnRequest,
  stopOnSignals,
  type WorkerContext,
} from '@holdfast/service-kit';
import { type PrimarySettings, runPrimary } from './run-primary.ts';

export interface ServiceProgram<Settings extends PrimarySettings> {
  readonly name: string;
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
  /** Returns warnings about environment variables whose names look like misspelt settings. */
  misspelt(): readonly string[];
  /** Specification of the settings. */
  readonly spec: SettingsSpec;
  /** Parses the settings. Throws SettingsError. */
  settings(): Settings;
  /** Starts the service. `worker` is set in a worker process. */
  start(
    settings: Settings,
    log: Log,
    worker: WorkerContext | undefined,
  ): Promise<{ stop(): Promise<unknown> }>;
}

/** Runs the service. Logs JSON lines to stdout. If the service cannot start, logs the reason and exits with code 1. */
export async function runService<Settings extends PrimarySettings>(
  program: ServiceProgram<Settings>,
): Promise<void> {
  const { name, process } = program;
  const worker = await connectToPrimary();
  const log = createLog({ service: name, worker: worker?.number });
  try {
    // Only the primary process logs these warnings, not every worker.
    if (worker === undefined) for (const sentence of program.misspelt()) log.warn(sentence);
    const settings = program.settings();
    log.level = settings.logLevel;
    if (worker !== undefined) return await runWorker(program, settings, log, worker);
    const service =
      settings.workers === 1
        ? await program.start(settings, log, undefined)
        : await runPrimary(name, settings, log, (code) => process.exit(code));
    stopOnSignals({ log, process, stop: () => service.stop() });
  } catch (error) {
    if (error instanceof SettingsError) log.fatal({ faults: error.faults }, 'the settings cannot be used');
    else log.fatal({ err: error }, 'the service cannot start');
    process.exit(1);
  }
}

async function runWorker<Settings extends PrimarySettings>(
  { spec, process, start }: ServiceProgram<Settings>,
  settings: Settings,
  log: Log,
  worker: WorkerContext,
): Promise<void> {
  // Does nothing until the worker has started.
  let stop = async (): Promise<unknown> => undefined;
  stopOnRequest({ log, process, stop: () => stop() }, worker.stopRequested);
  const service = await start(divideSettings(settings, spec, settings.workers), log, worker);
  stop = () => service.stop();
}
