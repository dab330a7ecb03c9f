// The contract of the object store, for the S3 store on the test run's S3 server.
import { describeWithS3 } from '@holdfast/testkit';
import { testObjectStoreContract } from '../contract/contract-suite.ts';
import { openS3Harness } from './s3-harness.ts';

describeWithS3('S3', (s3) => testObjectStoreContract('the s3 store', () => openS3Harness(s3)));
