// Environment variables that the end-to-end tests read.

/**
 * Folder that contains the contents of both services' images. If set, the tests run the programs in it instead of the
 * build; see scripts/test-images.mjs.
 */
export function readImagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}

/** Path of an OutbackCDX JAR for comparisons. OutbackCDX is in no package registry. */
export function readOutbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}

/** Path of Chromium, if it is not where Debian installs it. */
export function readChromiumProgram(): string | undefined {
  return process.env.CHROMIUM || undefined;
}
