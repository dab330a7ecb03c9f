// Stops the servers that global-setup.mjs started. Fails the run if tests left temporary files behind.
export default async function teardown() {
  const left = await globalThis.holdfastTestRun?.stop();
  if (!left?.length) return;
  process.stderr.write(`FAIL: the tests left in the folder for temporary files: ${left.join(', ')}\n`);
  process.exitCode = 1;
}
