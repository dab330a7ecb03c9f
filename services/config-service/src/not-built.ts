// Operations of the contract that this service does not answer yet: they are 501. An operation leaves this list
// when its feature takes it up; the shell refuses to start when one is neither here nor there, or both.
export const notBuilt = [
  // features/files
  'getLastUpdateTime',
  'getLoadedUrls',
  'getPlatformConfiguration',
  'getSectionConfiguration',
  'putSectionConfiguration',
  'getUrlConfiguration',
  'reloadConfiguration',
] as const;
