// Session in which a reader performs the tasks. Executes the reader's commands, measures the effort of each task, and
// checks its outcome.
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { BlindNode } from './blind-node.ts';
import { BLIND_TASKS } from './blind-tasks.ts';
import { COMMAND_HELP, parseCommand, type ReaderCommand } from './command.ts';
import { ReaderWindow } from './reader-window.ts';
import { formatReadingReport, type TaskResult } from './reading-report.ts';

/** Response to a command, in addition to the common fields. */
type CommandResponse = Readonly<Record<string, unknown>>;

interface RunningTask {
  readonly number: number;
  readonly window: ReaderWindow;
  readonly startedMs: number;
  readonly notes: string[];
  waitingMs: number;
}

export class BlindReadingSession {
  readonly #browser: Browser;
  readonly #node: BlindNode;
  /** Folder for the screenshots, the log and the report. */
  readonly #folder: string;
  readonly #results: TaskResult[] = [];
  #pictures = 0;
  #running: RunningTask | undefined;

  constructor(browser: Browser, node: BlindNode, folder: string) {
    this.#browser = browser;
    this.#node = node;
    this.#folder = folder;
  }

  /** Executes a command line. Writes the command line and the response to the log. Never rejects. */
  async execute(line: string): Promise<CommandResponse> {
    const beganMs = Date.now();
    const command = parseCommand(line);
    let response: CommandResponse;
    try {
      response = typeof command === 'string' ? { error: command } : await this.#run(command, beganMs);
    } catch (error) {
      response = { error: error instanceof Error ? error.message : String(error) };
    }
    const entry = { at: new Date(beganMs).toISOString(), line, response };
    await appendFile(join(this.#folder, 'log.jsonl'), `${JSON.stringify(entry)}\n`);
    return response;
  }

  report(): string {
    return formatReadingReport(this.#results);
  }

  async #run(command: ReaderCommand, beganMs: number): Promise<CommandResponse> {
    switch (command.name) {
      case 'help':
        return { help: COMMAND_HELP };
      case 'tasks':
        return { tasks: BLIND_TASKS.map(({ title }, at) => `${at + 1}: ${title}`) };
      case 'report':
      case 'end':
        await writeFile(join(this.#folder, 'report.md'), this.report());
        return { report: this.report() };
      case 'task':
        return this.#start(command.number);
      case 'done':
      case 'give up':
        return this.#finish(command.name === 'done' ? command.text : undefined, beganMs);
      default: {
        const running = this.#running;
        if (running === undefined) throw new Error('no task has been started: send task N');
        if (command.name === 'note') {
          running.notes.push(command.text);
          return { noted: command.text };
        }
        const shown = await this.#runWindowCommand(running.window, command);
        const picture = await this.#takePicture(running);
        running.waitingMs += Date.now() - beganMs;
        return { ...shown, ...picture };
      }
    }
  }

  async #start(number: number): Promise<CommandResponse> {
    const task = BLIND_TASKS[number - 1];
    if (task === undefined) throw new Error(`there is no task ${number}`);
    await this.#running?.window.close();
    this.#running = undefined;
    const window = await ReaderWindow.open(this.#browser, this.#node);
    const running = { number, window, notes: [], waitingMs: 0, startedMs: Date.now() };
    this.#running = running;
    return { task: task.text(this.#node), ...(await this.#takePicture(running)) };
  }

  async #runWindowCommand(window: ReaderWindow, command: ReaderCommand): Promise<CommandResponse> {
    switch (command.name) {
      case 'click':
        await window.click(command.x, command.y);
        return {};
      case 'double':
        await window.click(command.x, command.y, 2);
        return {};
      case 'move':
        await window.move(command.x, command.y);
        return {};
      case 'type':
        await window.type(command.text);
        return {};
      case 'key':
        await window.press(command.key);
        return {};
      case 'scroll':
        await window.scroll(command.pixels);
        return {};
      case 'choose':
        await window.choose(Number.parseInt(command.text, 10));
        return {};
      case 'file':
        await window.chooseFile(command.text);
        return {};
      case 'back':
        await window.goBack();
        return {};
      case 'wait':
        await window.page.waitForTimeout(command.seconds * 1_000);
        return {};
      case 'mail':
        return this.#readMail(window, command);
      default:
        return {};
    }
  }

  async #readMail(
    window: ReaderWindow,
    { number, link }: { readonly number?: number; readonly link?: number },
  ): Promise<CommandResponse> {
    const mails = this.#node.readMails();
    if (number === undefined) return { mails: mails.map(({ subject }, at) => `${at + 1}: ${subject}`) };
    const mail = mails[number - 1];
    if (mail === undefined) throw new Error(`there is no mail ${number}`);
    const links = mail.text.match(/https?:\/\/\S+\/console\/\S*/g) ?? [];
    if (link === undefined) return { mail: mail.text, links: links.map((url, at) => `${at + 1}: ${url}`) };
    if (links[link - 1] === undefined) throw new Error(`mail ${number} has no link ${link}`);
    await window.follow(links[link - 1]!);
    return {};
  }

  async #takePicture({ number, window }: Pick<RunningTask, 'number' | 'window'>): Promise<CommandResponse> {
    this.#pictures += 1;
    const name = `${String(this.#pictures).padStart(4, '0')}-task-${number}.png`;
    const picture = join(this.#folder, name);
    const more = await window.takePicture(picture);
    return { picture, ...more, ...window.effort };
  }

  /** Ends the task. `answer`: undefined if the reader gives up. */
  async #finish(answer: string | undefined, endedMs: number): Promise<CommandResponse> {
    const running = this.#running;
    if (running === undefined) throw new Error('no task has been started: send task N');
    const { number, window, startedMs, notes, waitingMs } = running;
    const task = BLIND_TASKS[number - 1]!;
    const { page, downloads, effort, complaints } = window;
    const end = { node: this.#node, page, startedMs, downloads, answer: answer ?? '' };
    const faults = answer === undefined ? [] : await task.findFaults(end);
    const outcome = answer === undefined ? 'given up' : faults.length === 0 ? 'done' : 'not done';
    const result: TaskResult = {
      ...{ number, title: task.title, outcome, faults, answer: answer ?? '', notes },
      ...effort,
      seconds: (endedMs - startedMs) / 1_000,
      waitingSeconds: waitingMs / 1_000,
      complaints: [...complaints],
    };
    this.#results.push(result);
    this.#running = undefined;
    await window.close();
    await writeFile(join(this.#folder, 'report.md'), this.report());
    return { ...result };
  }
}
