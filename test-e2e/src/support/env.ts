// Environment variables that the end-to-end tests read.

/** Folder with the contents of both services' images, to be tested in place of the build; see scripts/. */
export function imagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}

/** Path of OutbackCDX as a single jar. No package registry has it, so it must be given to compare with it. */
export function outbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}

/** Path of a Chromium that is not in Debian's location. */
export function chromiumProgram(): string | undefined {
  return process.env.CHROMIUM || undefined;
}
