// Adds a precomputed SHA-256 of the body to an S3 request.
import type { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';

/** Sets the SHA-256 of the body that the SDK signs. Otherwise, the SDK would hash a whole part in one blocking call. */
export function setPayloadHash(command: UploadPartCommand | PutObjectCommand, sha256: string): void {
  const stack = command.middlewareStack as UploadPartCommand['middlewareStack'];
  stack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'setPayloadHash' },
  );
}
