// Node as Jest offers it, and after the last hook of a test file everything that the file left to atEndOfFile.
import { TestEnvironment } from 'jest-environment-node';

const registry = Symbol.for('holdfast.testkit.cleanups');

export default class Environment extends TestEnvironment {
  async handleTestEvent({ name }) {
    if (name !== 'run_finish') return;
    const cleanups = this.global[registry] ?? [];
    while (cleanups.length > 0) {
      try {
        await cleanups.pop()();
      } catch (error) {
        process.stderr.write(`Cleaning up after a test file failed: ${error.stack}\n`);
      }
    }
  }
}
