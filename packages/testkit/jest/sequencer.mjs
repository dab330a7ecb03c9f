// The order of the test files. Jest puts long files first, but knows how long they take only where they ran before, and
// goes by their size elsewhere. Tests that start processes, wait for jobs or use S3 are small files that take long: begun
// last, they would leave a worker with nothing to do.
import TestSequencer from '@jest/test-sequencer';

const takesLong = /\/(?:test-e2e|standalone|s3|jobs|loading\/sources|overview|create)\//;

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = [...super.sort(tests)];
    const isLong = ({ path }) => takesLong.test(path);
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
