// Starts, supervises and stops all services of the node.

import { formatSeconds } from './format.ts';
import { trimLogFile } from './log-file.ts';
import { waitUntilReady } from './readiness.ts';
import { identifyProcess, type RunningService } from './running/run-record.ts';
import { type ChildProgram, type ProcessEnding, startServiceProcess } from './service-process.ts';
import { StartupError } from './startup-error.ts';
import { type Supervisor, superviseService } from './supervisor.ts';

export interface ServicePlan extends ChildProgram {
  /** Base URL for clients. */
  readonly url: string;
  readonly probesUrl: string;
}
export interface ServicesTools {
  say(words: string): void;
  /** Called when a service has started, with all services started so far. */
  running(services: Readonly<Record<string, RunningService>>): void;
}
export interface RunningServices {
  /** Resolves when all services are ready. Rejects with `StartupError` if a service ends before that. */
  readonly ready: Promise<void>;
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

const READY_EVERY_MS = 100;
const REPORT_EVERY_MS = 10_000;
const TRIM_EVERY_MS = 60_000;

export function startServices(tools: ServicesTools, plans: readonly ServicePlan[]): RunningServices {
  const running: Record<string, RunningService> = {};
  const stopping = new AbortController();
  const runs = plans.map((plan) => runService(tools, plan, stopping.signal, noteRunning));
  const trimming = setInterval(
    () => plans.forEach(({ logFile }) => void trimLogFile(logFile)),
    TRIM_EVERY_MS,
  );
  return {
    ready: Promise.all(runs.map(({ firstReady }) => firstReady)).then(() => undefined),
    async stop(graceMs) {
      end();
      await Promise.all(runs.map(({ supervisor }) => supervisor.stop(graceMs)));
    },
    kill() {
      end();
      for (const { supervisor } of runs) supervisor.kill();
    },
  };

  function noteRunning({ name, url }: ServicePlan, pid: number): void {
    const id = identifyProcess(pid);
    if (id !== undefined) running[name] = { ...id, url };
    tools.running(running);
  }

  function end(): void {
    clearInterval(trimming);
    stopping.abort();
  }
}

function runService(
  { say }: ServicesTools,
  plan: ServicePlan,
  stopping: AbortSignal,
  noteRunning: (plan: ServicePlan, pid: number) => void,
): { firstReady: Promise<void>; supervisor: Supervisor } {
  const first = Promise.withResolvers<void>();
  let wasReady = false;
  const supervisor = superviseService(() => startServiceProcess(plan), {
    started(service) {
      if (service.pid !== undefined) noteRunning(plan, service.pid);
      const over = new AbortController();
      void service.ended.then(() => over.abort());
      waitUntilReady(plan.probesUrl, {
        signal: AbortSignal.any([stopping, over.signal]),
        everyMs: READY_EVERY_MS,
        reportEveryMs: REPORT_EVERY_MS,
        stillWaiting: (reason) => say(`Still waiting for ${plan.name}: ${reason.replace(/\.$/, '')}.`),
      }).then(becameReady, () => undefined);
    },
    fell(ending, waitMs) {
      if (!wasReady) first.reject(new StartupError(formatStartFailure(plan, ending)));
      else say(`${formatUnexpectedEnd(plan, ending)}\nStarting it again in ${formatSeconds(waitMs)}.`);
    },
  });
  return { firstReady: first.promise, supervisor };

  function becameReady(): void {
    if (wasReady) say(`${plan.name} is ready again.`);
    wasReady = true;
    first.resolve();
  }
}

function formatStartFailure({ name, logFile }: ServicePlan, { how, words }: ProcessEnding): string {
  return [`${name} could not start (${how}). Its log is ${logFile}`, ...indented(words)].join('\n');
}

function formatUnexpectedEnd({ name }: ServicePlan, { how, words }: ProcessEnding): string {
  return [`${name} ended unexpectedly (${how}).`, ...indented(words)].join('\n');
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
