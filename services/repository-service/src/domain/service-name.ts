// What this service is called, and its version.
export const serviceName = {
  name: 'repository-service',
  title: 'Holdfast repository service',
  version: '0.1.0',
} as const;

/** The maker that segments and other files name. */
export const software = `Holdfast repository-service/${serviceName.version}`;
