export {
  describeWithS3,
  type S3ForTests,
  type S3TestSettings,
  startS3ForTests,
  type TestS3,
  testS3,
} from './s3.ts';
