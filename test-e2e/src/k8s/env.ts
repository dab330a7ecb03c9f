// Environment variables for building Go programs.

/** The user's environment, set to build static programs for this machine into `binFolder`. */
export function goEnvironment(binFolder: string): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOBIN: binFolder, GOOS: '', GOARCH: '' };
}
