// A service as a process of its own: its settings, its log, its start, and its stop when it is told to. Where several
// processes are to serve together, this is each of them.
import {
  createLog,
  type Log,
  SettingsError,
  type SettingsSpec,
  shareOfWorker,
  stopOnSignals,
  stopWhenTold,
  type WorkerPart,
  workerPart,
} from '@holdfast/service-kit';
import { type PrimarySettings, runPrimary } from './run-primary.ts';

export interface ServiceProgram<Settings extends PrimarySettings> {
  readonly name: string;
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
  /** Sentences about variables that were probably meant to be settings. */
  misspelt(): readonly string[];
  /** What `settings` were read by. */
  readonly spec: SettingsSpec;
  /** Throws SettingsError. */
  settings(): Settings;
  /** `worker`: what this process is of a service of several; undefined when it is all of it. */
  start(settings: Settings, log: Log, worker: WorkerPart | undefined): Promise<{ stop(): Promise<unknown> }>;
}

/** Says everything in JSON lines on stdout, also why it cannot start; then the process ends with exit code 1. */
export async function runService<Settings extends PrimarySettings>(
  program: ServiceProgram<Settings>,
): Promise<void> {
  const { name, process } = program;
  const worker = await workerPart();
  const log = createLog({ service: name, worker: worker?.number });
  try {
    // It has been said by the primary process.
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
  worker: WorkerPart,
): Promise<void> {
  // Until it has started, nothing is under way that would have to come to its end.
  let stop = async (): Promise<unknown> => undefined;
  stopWhenTold({ log, process, stop: () => stop() }, worker.told);
  const service = await start(shareOfWorker(settings, spec, settings.workers), log, worker);
  stop = () => service.stop();
}
