// The end of what global-setup.mjs began.
export default async function teardown() {
  await globalThis.holdfastTestRun?.stop();
}
