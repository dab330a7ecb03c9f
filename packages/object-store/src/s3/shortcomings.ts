// Detects features that an S3 server or bucket lacks, and describes the consequences for the operator.
import type { S3Settings } from '../port/settings.ts';
import type { S3Connection } from './connection.ts';
import { mapS3Error } from './errors.ts';
import { readBucketFeatures, S3Versions } from './versions.ts';

const NO_CONDITIONS =
  'the S3 server does not support conditional writes (If-None-Match: *): each key is checked before it is written, but two ' +
  "processes that write one key at the same time could replace each other's object";
const NO_CHECKS =
  'the S3 server does not verify received content against the signature: with S3_CHECKSUMS=WHEN_SUPPORTED it may detect ' +
  'changes in transit';
const BY_FOLDERS =
  'the S3 server lists in the order of folders, not of keys: listings take a request for each folder';

const KEEPS_VERSIONS =
  'the bucket keeps versions: deleting an object frees no space until a lifecycle rule of the bucket removes its old ' +
  'versions';
const UNKNOWN_VERSIONS =
  'the S3 server does not allow GetBucketVersioning: deleted objects may stay as old versions, and a purge is complete ' +
  'only if the server allows ListObjectVersions';
const NO_VERSIONS_TO_LOCK =
  'the bucket has object lock but keeps no versions: this is not supported, and deleting a locked object fails';
const IGNORES_LEGAL_HOLDS =
  'the bucket has object lock, but the S3 server deleted a version with a legal hold: the bucket enforces no holds';
const FORBIDS_LEGAL_HOLDS =
  'the bucket has object lock, but the S3 server does not allow PutObjectLegalHold: the bucket enforces no holds';
const CHECKSUMS_NEEDED =
  'the bucket has a default retention period: some servers, such as AWS, then refuse uploads unless ' +
  'S3_CHECKSUMS=WHEN_SUPPORTED is set';

/** Tests the server and returns a log message per missing feature. Rejects with ObjectStoreUnavailableError. */
export async function listShortcomings(
  connection: S3Connection,
  { checksums }: Pick<S3Settings, 'checksums'>,
): Promise<string[]> {
  const { traits } = connection;
  try {
    const { keepsVersions, hasObjectLock, hasDefaultRetention } = await readBucketFeatures(connection);
    // The test would prove nothing in a bucket with a default retention period, which would protect the test object.
    const legalHolds =
      hasObjectLock && keepsVersions === 'yes' && !hasDefaultRetention
        ? await new S3Versions(connection).testLegalHolds()
        : 'enforced';
    return [
      ...((await traits.keepsConditions()) ? [] : [NO_CONDITIONS]),
      ...((await traits.listsInOrder()) ? [] : [BY_FOLDERS]),
      ...(checksums === 'WHEN_SUPPORTED' || (await traits.checksBodies()) ? [] : [NO_CHECKS]),
      ...(keepsVersions === 'yes' ? [KEEPS_VERSIONS] : []),
      ...(keepsVersions === 'unknown' ? [UNKNOWN_VERSIONS] : []),
      ...(hasObjectLock && keepsVersions === 'no' ? [NO_VERSIONS_TO_LOCK] : []),
      ...(legalHolds === 'ignored' ? [IGNORES_LEGAL_HOLDS] : []),
      ...(legalHolds === 'forbidden' ? [FORBIDS_LEGAL_HOLDS] : []),
      ...(hasDefaultRetention && checksums !== 'WHEN_SUPPORTED' ? [CHECKSUMS_NEEDED] : []),
    ];
  } catch (error) {
    throw mapS3Error('checking the features of its server', error);
  }
}
