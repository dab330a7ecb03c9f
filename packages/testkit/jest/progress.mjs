// Jest reporter that prints the progress of a run every 15 seconds.
const EVERY_MS = 15_000;

export default class Progress {
  #total = 0;
  #done = 0;
  #failed = 0;
  #printedMs = Date.now();

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
  }

  onTestResult(_test, { numFailingTests, testExecError }) {
    this.#done += 1;
    if (numFailingTests > 0 || testExecError) this.#failed += 1;
    if (Date.now() - this.#printedMs < EVERY_MS) return;
    this.#printedMs = Date.now();
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
    process.stderr.write(`Testing… ${this.#done} of ${this.#total} files done${failed}\n`);
  }
}
