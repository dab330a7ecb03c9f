// What building Go programs takes from the environment.

/** The user's own; static programs for this machine, into `binFolder`. */
export function goEnvironment(binFolder: string): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOBIN: binFolder, GOOS: '', GOARCH: '' };
}
