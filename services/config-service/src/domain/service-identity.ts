// Name and version of this service.
export const serviceIdentity = {
  name: 'config-service',
  title: 'Holdfast configuration service',
  version: '0.1.0',
} as const;
