// Interface of a librarian's task, which can be performed in the console and by curl.
import type { CountedInput } from './hands.ts';
import type { CountedShell } from './shell.ts';
import type { TaskNode } from './task-node.ts';

export interface ConsoleTask {
  readonly name: string;
  /** Performs the task in the console, starting at the overview. */
  inConsole(hands: CountedInput, node: TaskNode): Promise<void>;
  byCurl(shell: CountedShell, node: TaskNode): Promise<void>;
}

export function expectIn(text: string, wanted: string): void {
  if (!text.includes(wanted)) throw new Error(`no ${wanted} in ${text.slice(0, 600)}`);
}
