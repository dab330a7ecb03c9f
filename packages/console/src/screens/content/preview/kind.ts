// How a payload can be shown, by its first bytes and by what the capture says it is. What was captured may lie: a picture is
// shown as the format that its bytes begin with and never as what it says; a text is only ever shown as text.

export type PreviewKind = 'image' | 'svg' | 'pdf' | 'html' | 'text' | 'none';

export interface Preview {
  readonly kind: PreviewKind;
  /** Of images: the media type that the bytes are given to the browser with. */
  readonly type?: string;
}

/** `declared`: the Content-Type of the capture. `bytes`: the beginning of the payload, content codings undone. */
export function previewOf(bytes: Uint8Array, declared: string | undefined): Preview {
  const type = imageType(bytes);
  if (type !== undefined) return { kind: 'image', type };
  if (startsWith(bytes, '%PDF-')) return { kind: 'pdf' };
  if (isBinary(bytes)) return { kind: 'none' };
  const name = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  if (name === 'image/svg+xml' || (isXml(name) && /<svg[\s>]/i.test(beginning))) return { kind: 'svg' };
  if (/^(text\/html|application\/xhtml\+xml)$/.test(name)) return { kind: 'html' };
  if (name === '' && /^<(!doctype html|html)/i.test(beginning)) return { kind: 'html' };
  return { kind: 'text' };
}

const isXml = (name: string): boolean => name === '' || /[/+]xml$/.test(name);

/** What browsers show as pictures, by the first bytes; no format among them can hold a script. */
function imageType(bytes: Uint8Array): string | undefined {
  const at = (offset: number, text: string) => startsWith(bytes.subarray(offset), text);
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg';
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return 'image/gif';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp';
  if (at(4, 'ftypavif') || at(4, 'ftypavis')) return 'image/avif';
  if (at(0, 'BM') && bytes.length > 26 && bytes[14] === 40 && bytes[15] === 0) return 'image/bmp';
  if (at(0, '\0\0\x01\0') && bytes.length > 22 && bytes[4]! > 0 && bytes[5] === 0) return 'image/x-icon';
  return undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

const LOOKED_AT = 8_192;

/** Texts have no NUL, but for UTF-16, which begins with its mark. */
function isBinary(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '\xff\xfe') || startsWith(bytes, '\xfe\xff')) return false;
  return bytes.subarray(0, LOOKED_AT).some((byte) => byte < 9 || (byte > 13 && byte < 27));
}
