// Environment variables for building Go programs.

/**
 * Returns the user's environment plus variables that make Go build static programs for this machine into `binFolder`.
 */
export function makeGoVariables(binFolder: string): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOBIN: binFolder, GOOS: '', GOARCH: '' };
}
