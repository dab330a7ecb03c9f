// Environment variables that the end-to-end tests read.

/** Folder with the contents of both services' images, which are then tested instead of the build; see scripts/. */
export function readImagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}

/** Path of OutbackCDX as a single JAR, for the comparison with it. OutbackCDX is in no package registry. */
export function readOutbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}

/** Path of a Chromium that is not in Debian's location. */
export function readChromiumProgram(): string | undefined {
  return process.env.CHROMIUM || undefined;
}
