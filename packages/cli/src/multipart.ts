// The two parts of an import request: `auid` first, so that the service can work while the file arrives, then
// `archive`. Only the bytes around the file; the file itself is streamed by the caller.

export interface MultipartFrame {
  readonly contentType: string;
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** `boundary` must not occur in the file: a random one of 20 characters or more. */
export function importFrame(boundary: string, auid: string, fileName: string): MultipartFrame {
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="auid"',
    'Content-Type: text/plain; charset=utf-8',
    '',
    auid,
    `--${boundary}`,
    `Content-Disposition: form-data; name="archive"; filename="${escaped(fileName)}"`,
    'Content-Type: application/octet-stream',
    '',
    '',
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head.join('\r\n')),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/** As browsers do it (HTML, multipart/form-data encoding algorithm). */
function escaped(fileName: string): string {
  return fileName.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
