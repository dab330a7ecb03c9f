// Describes the features that an S3 server lacks and the client works around.
import type { S3Settings } from '../port/settings.ts';
import { mapS3Error } from './errors.ts';
import type { S3ServerTraits } from './traits.ts';

const NO_CONDITIONS =
  'the S3 server keeps no conditional writes (If-None-Match: *): each key is looked at before it is written, and two ' +
  "processes that write one key at the same time could replace each other's object";
const NO_CHECKS =
  'the S3 server does not check what it receives against what was signed: with S3_CHECKSUMS=WHEN_SUPPORTED it may notice ' +
  'what is changed on its way';
const BY_FOLDERS =
  'the S3 server lists in the order of folders, not of keys: listings take a request for each folder';

/** Tests the server. Rejects with ObjectStoreUnavailableError. */
export async function listShortcomings(
  traits: S3ServerTraits,
  { checksums }: Pick<S3Settings, 'checksums'>,
): Promise<string[]> {
  try {
    return [
      ...((await traits.keepsConditions()) ? [] : [NO_CONDITIONS]),
      ...((await traits.listsInOrder()) ? [] : [BY_FOLDERS]),
      ...(checksums === 'WHEN_SUPPORTED' || (await traits.checksBodies()) ? [] : [NO_CHECKS]),
    ];
  } catch (error) {
    throw mapS3Error('asking what its server knows', error);
  }
}
