// The order of the test files. Jest puts long files first, but knows how long they take only where they ran before, and
// goes by their size elsewhere. Tests of whole systems are small files that take long: begun last, they would leave one
// worker with nothing to do.
import { sep } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

const wholeSystems = `${sep}test-e2e${sep}`;

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const isLong = ({ path }) => path.includes(wholeSystems);
    const inOrder = [...super.sort(tests)];
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
