// All that the end-to-end tests take from the environment: what to test.

/** Folder with what the images of both services hold, which is then tested instead of the build; see scripts/. */
export function imagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}

/** OutbackCDX as one jar, which is in no package registry: who has it may compare us with it. */
export function outbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}

/** A Chromium that is not where Debian puts it. */
export function chromiumProgram(): string | undefined {
  return process.env.CHROMIUM || undefined;
}
