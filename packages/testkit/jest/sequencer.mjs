// Orders the test files. Jest starts the slowest files first, but estimates an unknown duration by the file size. Tests
// that start processes, wait for jobs or use S3 are slow although their files are short. This sequencer starts them
// first.
import TestSequencer from '@jest/test-sequencer';

const takesLong =
  /\/(?:test-e2e|standalone|s3|replicated|jobs|loading\/sources|overview|create|ingest)\/|\/(?:cdx-response|archives\/companions|every-operation|hostile)\.test\.ts$/;

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = [...super.sort(tests)];
    const isLong = ({ path }) => takesLong.test(path);
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
