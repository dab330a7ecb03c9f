// Loads the header block and the first bytes of an artifact's payload as data, never as a page.
import type { Artifact } from '@holdfast/api-types';
import { repository } from '../../../service/clients.ts';
import { type ArtifactParts, readArtifactParts } from '../artifact-parts.ts';
import { findField, type HttpHead, parseHttpHead } from '../http-head.ts';
import { type DecodedPayload, decodeText, removeContentCodings } from './decode.ts';
import { readImageSize } from './image-size.ts';
import { choosePreview, type PreviewKind } from './kind.ts';

export interface LoadedPreview {
  /** HTTP header block. Undefined if the artifact is not an HTTP response. */
  readonly head: HttpHead | undefined;
  /** Content-Type of the capture. */
  readonly declared: string | undefined;
  /** Kind of preview. `coded`: a content coding is unsupported or does not match the bytes. */
  readonly kind: PreviewKind | 'coded' | 'tooLarge';
  /** Media type of an image. */
  readonly type: string | undefined;
  /** Bytes of the payload, without content codings. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Maximum size of a displayed text or page. */
export const MAX_TEXT_BYTES = 512 * 1024;
const MAX_IMAGE_BYTES = 24 * 1024 * 1024;
const MAX_PIXELS = 64_000_000;

export async function loadPreview(artifact: Artifact, signal: AbortSignal): Promise<LoadedPreview> {
  const first = await loadParts(artifact, MAX_TEXT_BYTES, signal);
  const found = await classifyPayload(first, MAX_TEXT_BYTES);
  if (found.isWhole || (found.kind !== 'image' && found.kind !== 'svg')) return found;
  if (found.kind === 'svg' || isTooWide(found)) return { ...found, kind: 'tooLarge' };
  const whole = await classifyPayload(await loadParts(artifact, MAX_IMAGE_BYTES, signal), MAX_IMAGE_BYTES);
  return whole.isWhole ? whole : { ...whole, kind: 'tooLarge' };
}

/** Loads the text of an artifact, up to the maximum displayed size. Returns undefined if the artifact is not text. */
export async function loadText(
  artifact: Artifact,
  signal: AbortSignal,
): Promise<{ text: string; isWhole: boolean; isPage: boolean } | undefined> {
  const { kind, bytes, declared, isWhole } = await classifyPayload(
    await loadParts(artifact, MAX_TEXT_BYTES, signal),
    MAX_TEXT_BYTES,
  );
  const isText = kind === 'text' || kind === 'html' || kind === 'svg';
  return isText ? { text: decodeText(bytes, declared), isWhole, isPage: kind === 'html' } : undefined;
}

async function loadParts(
  { uuid, namespace }: Artifact,
  mostBytes: number,
  signal: AbortSignal,
): Promise<ArtifactParts> {
  const asked = { uuid: uuid!, ...(namespace !== undefined && { namespace }) };
  const answer = await repository.getArtifactDataByMultipart(asked, {
    signal,
    accept: 'multipart/form-data',
  });
  return readArtifactParts(answer, mostBytes);
}

async function classifyPayload(
  { head: text, type: partType, ...raw }: ArtifactParts,
  mostBytes: number,
): Promise<LoadedPreview> {
  const head = text === undefined ? undefined : parseHttpHead(text);
  const declared = head ? findField(head, 'content-type') : partType;
  const decoded: DecodedPayload | undefined = await removeContentCodings(
    raw,
    head && findField(head, 'content-encoding'),
    mostBytes,
  );
  if (!decoded) return { head, declared, kind: 'coded', type: undefined, ...raw };
  const { kind, type } = choosePreview(decoded.bytes, declared);
  const loaded = { head, declared, kind, type, ...decoded };
  return kind === 'image' && isTooWide(loaded) ? { ...loaded, kind: 'tooLarge' } : loaded;
}

function isTooWide({ bytes, type = '' }: Pick<LoadedPreview, 'bytes' | 'type'>): boolean {
  const size = readImageSize(bytes, type);
  return size !== undefined && size.width * size.height > MAX_PIXELS;
}
