// Decodes payloads for display: removes content codings, and decodes text by its charset. Limits the output, because a
// capture may decompress to endless output.

export interface DecodedPayload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Compression format of DecompressionStream for each content coding. */
const formats: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
};

/** Removes all content codings. Returns undefined if a coding is unsupported or does not match the bytes. */
export async function removeContentCodings(
  from: DecodedPayload,
  codings: string | undefined,
  mostBytes: number,
): Promise<DecodedPayload | undefined> {
  const names = (codings ?? '').split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity').reverse();
  let decoded = from;
  for (const name of applied) {
    const format = formats[name];
    const inflated = format && (await inflate(decoded, format, mostBytes));
    if (!inflated) return undefined;
    decoded = inflated;
  }
  return decoded;
}

async function inflate(
  { bytes, isWhole }: DecodedPayload,
  format: CompressionFormat,
  mostBytes: number,
): Promise<DecodedPayload | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: concatBytes(pieces, length), isWhole };
      pieces.push(value.subarray(0, mostBytes - length));
      length += pieces.at(-1)!.length;
      if (length === mostBytes) break;
    }
  } catch {
    // Tolerates the error if the input is truncated and some bytes were decoded.
    if (length === 0 || isWhole) return undefined;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return { bytes: concatBytes(pieces, length), isWhole: false };
}

function concatBytes(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Decodes text. Invalid bytes become U+FFFD. `contentType` is the Content-Type of the capture. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const declared = findCharset(contentType ?? '') ?? findPageCharset(bytes);
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    // The browser does not know the charset, so the text is decoded as UTF-8.
    return new TextDecoder().decode(bytes);
  }
}

function findCharset(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:+-]{1,40})/i.exec(text)?.[1];
}

/** Finds the charset declared in the first 1,024 bytes of an HTML page, as browsers do. */
function findPageCharset(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const meta = /<meta[^>]+charset[^>]*>|<\?xml[^>]+encoding\s*=\s*["']([\w.:+-]{1,40})["']/i.exec(beginning);
  return meta ? (meta[1] ?? findCharset(meta[0])) : undefined;
}
