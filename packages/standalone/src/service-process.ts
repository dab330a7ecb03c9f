// One child process of a service. The supervisor creates a new one for each restart.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openLogFile, readLastLines } from './log-file.ts';
import { nodeEnvironment, nodeFlags } from './node-flags.ts';

export interface ChildProgram {
  readonly name: string;
  /** JavaScript file to run. */
  readonly script: string;
  /** Environment of the child process. Contains secrets or paths of their files, which are never arguments. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}
export interface ProcessEnding {
  /** Reason why the process ended: `exit code 1`, `signal SIGKILL`, or the error that prevented the start. */
  readonly how: string;
  /** Last important log lines of the service. */
  readonly words: readonly string[];
}
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly ended: Promise<ProcessEnding>;
  /** Sends SIGTERM, waits up to `graceMs`, then sends SIGKILL. Resolves when the process has ended. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export function startServiceProcess(program: ChildProgram): ServiceProcess {
  const log = openLogFile(program.logFile);
  const child = spawn(process.execPath, [...nodeFlags, program.script], {
    // Runs in a new session, so that Ctrl-C in the terminal reaches only the standalone process, which then stops all
    // services in order.
    detached: true,
    env: { ...nodeEnvironment, ...program.environment },
    // Passes the file descriptor of the log instead of a pipe, so that this process cannot block the service's logging.
    // The IPC channel closes when this process ends, even if it is killed, and the service then stops.
    stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
  });
  closeSync(log.descriptor);
  const ended = new Promise<ProcessEnding>((resolve) => {
    const end = (how: string) => resolve({ how, words: readLastLines(program.logFile, log.sizeBytes) });
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  /** Kills the process group, which includes the service's workers. */
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
