// Stops what global-setup.mjs started. Files that tests left in the folder for temporary files make the run fail.
export default async function teardown() {
  const left = await globalThis.holdfastTestRun?.stop();
  if (!left?.length) return;
  process.stderr.write(`FAIL: the tests left in the folder for temporary files: ${left.join(', ')}\n`);
  process.exitCode = 1;
}
