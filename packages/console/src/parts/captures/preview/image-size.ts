// Reads the width and height from the first bytes of an image. The console does not display images that would exhaust
// the browser's memory. If the size cannot be read, the limits of the browser apply.

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export function readImageSize(bytes: Uint8Array, type: string): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readers[type]?.(view);
  } catch (error) {
    // The bytes end before the fields that contain the image size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Readonly<Record<string, (view: DataView) => ImageSize | undefined>> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/bmp': (view) => ({
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
  }),
  'image/webp': readWebpSize,
  'image/jpeg': readJpegSize,
};

function readWebpSize(view: DataView): ImageSize | undefined {
  const chunk = view.getUint32(12);
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (chunk === 0x56503858) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Skips JPEG segments up to the start of a frame, which contains the size. */
function readJpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (view.getUint16(at + 2) < 2) return undefined;
  }
  return undefined;
}
