// Jest environment that runs test files directly in the worker process instead of a vm context, so that test files
// share loaded modules (see runtime.mjs). After each file, runs the clean-ups of addCleanup and removes Jest's
// additions to the process, including the event handlers of the file: Jest would call them for each event of all later
// files. If HOLDFAST_ANSWERS is set, writes the services' responses to that folder.
import { basename, relative } from 'node:path';
import { ModuleMocker } from 'jest-mock';
import { recordResponses } from './answers.mjs';

const registry = Symbol.for('holdfast.testkit.cleanups');
const testFile = Symbol.for('holdfast.testkit.testFile');

export default class Environment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #before = { console: globalThis.console, exit: process.exit };
  #stopWatching;

  constructor({ globalConfig }, { testPath }) {
    const folder = process.env.HOLDFAST_ANSWERS;
    if (folder) this.#stopWatching = recordResponses(relative(globalConfig.rootDir, testPath), folder);
    globalThis[testFile] = basename(testPath, '.test.ts');
  }

  async setup() {}

  async teardown() {
    // Runs clean-ups that asynchronous code registered after the test file had ended.
    await runCleanups();
    this.#stopWatching?.();
    globalThis.console = this.#before.console;
    process.exit = this.#before.exit;
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    removeFrameworkState();
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node'];
  }

  async handleTestEvent({ name }) {
    if (name === 'run_finish') await runCleanups();
  }
}

/** Removes the event handlers and the state of jest-circus, which loads a new instance for each test file. */
function removeFrameworkState() {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description === 'JEST_STATE_SYMBOL') delete globalThis[key];
}

async function runCleanups() {
  const cleanups = globalThis[registry] ?? [];
  while (cleanups.length > 0) {
    try {
      await cleanups.pop()();
    } catch (error) {
      process.stderr.write(`Cleaning up after a test file failed: ${error.stack}\n`);
    }
  }
}
