// Jest's runtime with Node's own module loader in place of Jest's. Jest's loader reads every module anew for every test
// file, several hundred of them where a service is started, and never frees what it read as ES modules. Here a worker
// loads a module under test once; it may keep no state of its own, as a process may start two services from it.
import { createRequire } from 'node:module';
import JestRuntime from 'jest-runtime';
import { importTestFile } from './native-modules.mjs';

const require = createRequire(import.meta.url);

class NativeRuntime extends JestRuntime {
  /** Loads Jest's own framework, which collects the tests of a file: each file gets a new instance. */
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
