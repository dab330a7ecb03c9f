// Name and version of this service.
export const serviceIdentity = {
  name: 'repository-service',
  title: 'Holdfast repository service',
  version: '0.1.0',
} as const;

/** Name of the software in segments and other files. */
export const softwareName = `Holdfast repository-service/${serviceIdentity.version}`;
