// What installing Python programs takes from the environment.

/** The user's own, without what would make another Python's packages ours. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  const { PYTHONHOME: _home, PYTHONPATH: _path, VIRTUAL_ENV: _venv, ...environment } = process.env;
  return { ...environment, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
}
