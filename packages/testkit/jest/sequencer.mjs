// Orders the test files. Jest starts long files first, but uses the file size if it has no duration from an earlier
// run. Tests that start processes, wait for jobs or use S3 are small files that take long, so they start first.
import TestSequencer from '@jest/test-sequencer';

const takesLong = /\/(?:test-e2e|standalone|s3|jobs|loading\/sources|overview|create)\//;

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = [...super.sort(tests)];
    const isLong = ({ path }) => takesLong.test(path);
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
