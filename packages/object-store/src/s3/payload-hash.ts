// Sets the SHA-256 of a request's body.
import type { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';

/**
 * The signature of a request covers the body's hash. If it is set here, the SDK does not hash a whole part in one
 * blocking call.
 */
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
