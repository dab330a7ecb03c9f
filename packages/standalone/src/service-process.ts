// One run of a service as a child process. The supervisor restarts it.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openLog, readLastLines } from './log-file.ts';
import { nodeEnvironment, nodeFlags } from './node-flags.ts';

export interface ChildProgram {
  readonly name: string;
  /** JavaScript file to run. */
  readonly script: string;
  /** The whole environment of the child. Secrets are here or in files, never in arguments. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}
export interface ProcessEnding {
  /** `exit code 1`, `signal SIGKILL`, or why the process could not be started. */
  readonly how: string;
  /** Last important lines of the log. */
  readonly words: readonly string[];
}
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly ended: Promise<ProcessEnding>;
  /** Asks the service to stop, waits `graceMs`, then kills it. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export function startServiceProcess(program: ChildProgram): ServiceProcess {
  const log = openLog(program.logFile);
  const child = spawn(process.execPath, [...nodeFlags, program.script], {
    // Runs in its own session, so that Ctrl-C in the terminal reaches only the standalone, which stops everything in
    // order.
    detached: true,
    env: { ...nodeEnvironment, ...program.environment },
    // The service gets the file descriptor of the log instead of a pipe, so this process can neither slow down nor
    // break the service's logging. When this process ends, even if it is killed, the IPC channel closes and the service
    // notices.
    stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
  });
  closeSync(log.descriptor);
  const ended = new Promise<ProcessEnding>((resolve) => {
    const end = (how: string) => resolve({ how, words: readLastLines(program.logFile, log.sizeBytes) });
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  /** Kills the process group, which includes workers. */
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
  };
  return {
    pid: child.pid,
    ended,
    async stop(graceMs) {
      child.kill('SIGTERM');
      const tooLong = setTimeout(kill, graceMs);
      await ended;
      clearTimeout(tooLong);
    },
    kill,
  };
}
