// The S3 store with a faulty connection to the test run's S3 server.
import { describeWithS3 } from '@holdfast/testkit';
import { faultCases } from './fault-cases.ts';

describeWithS3('S3', (s3) => faultCases('the gateway', () => s3));
