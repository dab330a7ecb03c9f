// All that the end-to-end tests take from the environment: what installing Python programs needs, and what to test.

/** The user's own, without what would make another Python's packages ours. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  const { PYTHONHOME: _home, PYTHONPATH: _path, VIRTUAL_ENV: _venv, ...environment } = process.env;
  return { ...environment, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
}

/** Folder with what the images of both services hold, which is then tested instead of the build; see scripts/. */
export function imagesFolder(): string | undefined {
  return process.env.HOLDFAST_E2E_IMAGES || undefined;
}
