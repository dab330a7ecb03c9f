// The S3 side of the testkit.
export { describeWithS3, type S3TestSettings, s3Environment, type TestS3, testS3 } from './s3-buckets.ts';
export { VERSITYGW_VERSION, versitygwBinary } from './s3-build.ts';
export { type S3ForTests, type S3Server, startS3ForTests, startS3Server } from './s3-server.ts';
