// Jest runtime that uses Node's module loader. Jest's loader would read several hundred modules again for each test
// file that starts a service, and never frees ES modules. With this runtime, a worker loads each module under test
// once. A module under test must not keep state, because two services may run in one process.
import { createRequire } from 'node:module';
import JestRuntime from 'jest-runtime';
import { importTestFile } from './native-modules.mjs';

const require = createRequire(import.meta.url);

class NativeRuntime extends JestRuntime {
  /** Loads a new instance of Jest's framework, which collects the tests of one file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    const jest = {
      setTimeout(timeoutMs) {
        globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = timeoutMs;
        return jest;
      },
    };
    globalThis[Symbol.for('holdfast.testkit.jest')] = { ...globals, jest };
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return importTestFile(path);
  }
}

export { NativeRuntime as 'module.exports' };
