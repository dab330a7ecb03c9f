// TLS settings: the certificate of a service, and the certificate authority of PostgreSQL.

export const tlsSpec = {
  tlsCertFile: {
    kind: 'string',
    name: 'TLS_CERT_FILE',
    defaultText: 'none: plain HTTP',
    about:
      'PEM file with the certificate of the service and its intermediates; the service then speaks HTTPS. Read again when it changes ([TLS](runbooks/expose.md))',
  },
  tlsKeyFile: {
    kind: 'string',
    name: 'TLS_KEY_FILE',
    about: 'PEM file with the private key of `TLS_CERT_FILE`; set both or neither',
  },
} as const;

export const databaseCaSpec = {
  kind: 'string',
  name: 'DATABASE_CA_FILE',
  defaultText: 'none: as `sslmode` in the URL says',
  about:
    'PEM file with the certificates of the authorities that may sign the certificate of PostgreSQL; connections then use TLS and check it (`sslmode=verify-full`)',
} as const;
