// Measures the effort of the tasks in the console and by curl, and formats the table for docs/console.md.
import { readFile, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { logIn, navigateTo, openConsole, waitUntilSettled } from '../console-page.ts';
import { CountedInput, type UserEffort } from './hands.ts';
import { openShell, type TypingEffort } from './shell.ts';
import type { TaskNode } from './task-node.ts';
import { CONSOLE_TASKS } from './tasks.ts';

export interface TaskEffort extends UserEffort, TypingEffort {
  readonly name: string;
}

/**
 * Performs the tasks in the console on one node and by curl on another, because both make the same changes. Rejects if
 * a task fails.
 */
export async function measureTasks(browser: Browser, one: TaskNode, other: TaskNode): Promise<TaskEffort[]> {
  const opened = await openConsole(browser, one.configurationUrl);
  await logIn(opened, one.user, one.password);
  const shell = await openShell(other);
  const efforts: TaskEffort[] = [];
  for (const task of CONSOLE_TASKS) {
    try {
      await navigateTo(opened, '/');
      await waitUntilSettled(opened.page);
      const hands = new CountedInput(opened.page);
      await task.inConsole(hands, one);
      const before = shell.typed;
      await task.byCurl(shell, other);
      const { commands, characters } = shell.typed;
      const typed = { commands: commands - before.commands, characters: characters - before.characters };
      efforts.push({ name: task.name, ...hands.effort, ...typed });
    } catch (cause) {
      throw new Error(`'${task.name}' cannot be done`, { cause });
    }
  }
  if (opened.complaints.length > 0)
    throw new Error(`the browser complained: ${opened.complaints.join('; ')}`);
  await opened.context.close();
  return efforts;
}

export function formatEffortTable(efforts: readonly TaskEffort[]): string {
  const rows = efforts.map(({ name, clicks, keys, commands, characters }) =>
    [name, clicks, keys, commands, characters].map(String),
  );
  const sum = (of: (effort: TaskEffort) => number) => String(efforts.reduce((all, one) => all + of(one), 0));
  const total = [
    'All sixteen',
    sum((e) => e.clicks),
    sum((e) => e.keys),
    sum((e) => e.commands),
    sum((e) => e.characters),
  ];
  return formatMarkdownTable(['Task', 'clicks', 'keys', 'commands of curl', 'characters'], [...rows, total]);
}

/** Formats a Markdown table like the project's formatter. All columns except the first contain numbers. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, at) =>
    Math.max(...[text, ...rows.map((row) => row[at]!)].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

const page = new URL('../../../../docs/console.md', import.meta.url);

/** Returns the text between the begin and end comments with this name in docs/console.md. */
export async function readPagePart(name: string): Promise<string> {
  const found = partOf(name).exec(await readFile(page, 'utf8'));
  if (found === null) throw new Error(`docs/console.md has no part '${name}'`);
  return found[2]!.trim();
}

export async function writePagePart(name: string, text: string): Promise<void> {
  const before = await readFile(page, 'utf8');
  await readPagePart(name);
  await writeFile(
    page,
    before.replace(partOf(name), (_, begin, __, end) => `${begin}\n\n${text}\n\n${end}`),
  );
}

const partOf = (name: string) => new RegExp(`(<!-- ${name} -->)([^]*?)(<!-- end of ${name} -->)`);
