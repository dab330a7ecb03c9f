// All that the end-to-end tests take from the environment: what to test.

/** Folder with what the images of both services hold, which is then tested instead of the build; see scripts/. */
export function imagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}
