// Whether an answer carries the payload.
export type IncludeContent = 'ALWAYS' | 'IF_SMALL' | 'NEVER';

export function includesContent(
  wanted: IncludeContent,
  contentLength: number,
  smallContentBytes: number,
): boolean {
  if (wanted === 'IF_SMALL') return contentLength <= smallContentBytes;
  return wanted === 'ALWAYS';
}
