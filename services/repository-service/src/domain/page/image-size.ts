// Reads the size in pixels from the headers of images. A small file may declare a size that would exhaust the memory of
// the browser.

/** Maximum number of pixels of an image that is shown. The console has the same limit. */
const MAX_PIXELS = 64_000_000;

/** Returns whether the header declares more pixels than browsers should decode. */
export function hasTooManyPixels(bytes: Uint8Array, type: string): boolean {
  const size = measureImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type);
  return size !== undefined && size[0] * size[1] > MAX_PIXELS;
}

type ImageSize = readonly [width: number, height: number];

/** Returns undefined if the header is incomplete. Browsers do not decode such an image. */
function measureImage(bytes: Buffer, type: string): ImageSize | undefined {
  if (type === 'image/jpeg') return measureJpeg(bytes);
  if (type === 'image/avif') return measureAvif(bytes);
  if (bytes.length < 30) return undefined;
  if (type === 'image/png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (type === 'image/gif') return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (type === 'image/bmp') return [Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))];
  return type === 'image/webp' ? measureWebp(bytes) : undefined;
}

/**
 * Reads the size from the start of frame, which has a marker from SOF0 to SOF15. Three markers in that range have other
 * meanings.
 */
function measureJpeg(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function measureWebp(bytes: Buffer): ImageSize {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
}

/** Reads the size from the box `ispe` (image spatial extents), which is near the start. */
function measureAvif(bytes: Buffer): ImageSize | undefined {
  const at = bytes.subarray(0, 4_096).indexOf('ispe', 0, 'latin1');
  return at < 0 || at + 16 > bytes.length
    ? undefined
    : [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
}
