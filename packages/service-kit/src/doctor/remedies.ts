// Suggests what to do about an unreachable dependency, based on the error code.
import { findFailureCode } from '../health/explain-failure.ts';

type Kind = 'database' | 'store' | 'provider' | 'mail';

const UNTRUSTED: Readonly<Record<Kind, string>> = {
  database:
    'Set DATABASE_CA_FILE to a PEM file with the certificate of the authority that signed the certificate of PostgreSQL.',
  store:
    'Set S3_CA_FILE to a PEM file with the certificate of the authority that signed the certificate of the S3 server.',
  provider:
    'Set OIDC_CA_FILE to a PEM file with the certificate of the authority that signed the certificate of the provider.',
  mail: 'Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority that signed the certificate of the mail server.',
};
const RENEW = 'Renew the certificate of the server, and check the clocks of both machines.';
const FIREWALL = 'Check the address, the network and firewalls between this machine and the server.';
const FOLDER = 'Give the user of the services the right to write there, and mount the disk for writing.';

const REMEDIES: Readonly<Record<string, string | Readonly<Record<Kind, string>>>> = {
  ECONNREFUSED: {
    database: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
    store: 'Start the S3 server, or correct S3_ENDPOINT.',
    provider: 'Start the provider, or correct OIDC_ISSUER.',
    mail: 'Start the mail server, or correct MAIL_SERVER.',
  },
  ECONNRESET: FIREWALL,
  ETIMEDOUT: FIREWALL,
  TimeoutError: FIREWALL,
  EHOSTUNREACH: FIREWALL,
  ENETUNREACH: FIREWALL,
  ENOTFOUND: {
    database: 'Correct the host in DATABASE_URL.',
    store: 'Correct S3_ENDPOINT.',
    provider: 'Correct OIDC_ISSUER.',
    mail: 'Correct the host in MAIL_SERVER.',
  },
  EAI_AGAIN: 'Check the name server of this machine.',
  EACCES: FOLDER,
  EROFS: FOLDER,
  ENOSPC: 'Free space on the disk.',
  '28P01': 'Correct user and password in DATABASE_URL.',
  '28000': 'Allow the user of DATABASE_URL to log in (pg_hba.conf, and the role itself).',
  '3D000': 'Create the database, owned by the user of DATABASE_URL, or correct its name in DATABASE_URL.',
  '53300': 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL or WORKERS.',
  STANDBY: 'Let DATABASE_URL lead to the primary, or name all servers of the cluster in it.',
  '57P03': 'Wait until PostgreSQL has started; its log says what it is doing.',
  NotFound: 'Create the bucket, or correct its name in OBJECT_STORE.',
  NoSuchBucket: 'Create the bucket, or correct its name in OBJECT_STORE.',
  Forbidden:
    'Check the access keys, and that they allow listing, reading, writing and deleting in the bucket.',
  AccessDenied:
    'Check the access keys, and that they allow listing, reading, writing and deleting in the bucket.',
  '403': 'Check the access keys, and that they allow listing, reading, writing and deleting in the bucket.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  RequestTimeTooSkewed: 'Synchronise the clocks of both machines (NTP).',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Use the name that the certificate is for, or give the server a certificate for its name.',
  CERT_HAS_EXPIRED: RENEW,
  CERT_NOT_YET_VALID: RENEW,
};

export function findRemedy(kind: Kind, error: unknown): string | undefined {
  const found = REMEDIES[findFailureCode(error) ?? ''];
  return typeof found === 'object' ? found[kind] : found;
}
