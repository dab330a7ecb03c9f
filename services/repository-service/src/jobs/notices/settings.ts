// Settings for the names of AUs in notifications.
import type { AuNameSettings } from './au-names.ts';

export const auNamesSpec = {
  configUrl: {
    kind: 'url',
    name: 'CONFIG_URL',
    protocols: ['http:', 'https:'],
    defaultText: 'none: notifications contain only AUIDs',
    about:
      'address of the configuration service, which provides the names of AUs for [notifications](notifications.md); the login is `READER_USER` and `READER_PASSWORD`, which must be the same in both services',
  },
  configCertFile: {
    kind: 'string',
    name: 'CONFIG_CERT_FILE',
    defaultText: 'none: the public authorities',
    about: 'PEM file with the only accepted certificate of the configuration service',
  },
} as const;

/** Returns messages about invalid values and combinations of these settings. */
export function findAuNameFaults({ configUrl, configCertFile, readerPassword }: AuNameSettings): string[] {
  const { username, password, search, hash } = new URL(configUrl ?? 'http://unset');
  return [
    ...(username !== '' || password !== ''
      ? ['CONFIG_URL must not contain credentials; READER_USER and READER_PASSWORD do']
      : []),
    ...(search !== '' || hash !== '' ? ['CONFIG_URL must have neither a query nor a fragment'] : []),
    ...(configUrl !== undefined && readerPassword === undefined
      ? ['CONFIG_URL is set, but READER_PASSWORD is not']
      : []),
    ...(configCertFile !== undefined && !configUrl?.startsWith('https:')
      ? ['CONFIG_CERT_FILE has no effect without a CONFIG_URL that begins with https://']
      : []),
  ];
}
