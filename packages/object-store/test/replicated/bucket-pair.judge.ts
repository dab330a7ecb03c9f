// Covers: packages/object-store/src packages/object-store/test/contract
// The whole contract of the object store, for a folder and an S3 bucket as one store. `npm test` runs only the cases in
// which a replicated store differs from its members.
import { describeWithS3 } from '@holdfast/testkit';
import { testObjectStoreContract } from '../contract/contract-suite.ts';
import { openBucketPair } from './bucket-pair.ts';

describeWithS3('S3', (s3) =>
  testObjectStoreContract('a folder and a bucket as one store', () => openBucketPair(s3)),
);
