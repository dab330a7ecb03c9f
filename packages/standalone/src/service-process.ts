// One run of one service as a child process: started, watched for its end, stopped. Starting it again is the
// supervisor's business.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { lastWords, openLog } from './log-file.ts';
import { nodeEnvironment, nodeFlags } from './node-flags.ts';

export interface ServiceProgram {
  readonly name: string;
  /** JavaScript file that Node runs. */
  readonly script: string;
  /** The child's whole environment; secrets travel here or in files it names, never in arguments. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}
export interface Ending {
  /** `exit code 1`, `signal SIGKILL`, or why it could not be started. */
  readonly how: string;
  /** The last lines of its log, in plain words. */
  readonly words: readonly string[];
}
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly ended: Promise<Ending>;
  /** Asks it to finish, waits `graceMs`, then kills it. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export function startService(program: ServiceProgram): ServiceProcess {
  const log = openLog(program.logFile);
  const child = spawn(process.execPath, [...nodeFlags, program.script], {
    // A session of its own: Ctrl-C in the terminal reaches the standalone alone, which stops things in their order.
    detached: true,
    env: { ...nodeEnvironment, ...program.environment },
    // The log's own descriptor, no pipe: a service is never slowed or broken by its parent. The IPC channel carries
    // nothing; its end tells the service that the parent is gone, even when that one was killed.
    stdio: ['ignore', log.descriptor, log.descriptor, 'ipc'],
  });
  closeSync(log.descriptor);
  const ended = new Promise<Ending>((resolve) => {
    const end = (how: string) => resolve({ how, words: lastWords(program.logFile, log.sizeBytes) });
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  /** With its workers, if there are any, which are in the group that it leads. */
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
