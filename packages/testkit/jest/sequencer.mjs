// Orders the test files. Jest starts long files first, but without a duration from an earlier run it sorts by file
// size. Tests that start processes, wait for jobs or use S3 are short files that take long, so they start first.
import TestSequencer from '@jest/test-sequencer';

const takesLong = /\/(?:test-e2e|standalone|s3|jobs|loading\/sources|overview|create)\//;

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = [...super.sort(tests)];
    const isLong = ({ path }) => takesLong.test(path);
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
