// Lets pages of another web origin, such as a replay tool, read a response (CORS).
import type { HttpResponse } from '@holdfast/http-kit';

/** `origin`: value of Access-Control-Allow-Origin. If undefined, the header is not sent. */
export function setAllowedOrigin(origin: string | undefined, response: HttpResponse): void {
  if (origin === undefined) return;
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Expose-Headers':
      'Accept-Ranges, Content-Length, Content-Range, ETag, Link, Memento-Datetime, X-Export-Companions-Left-Out, X-Export-Left-Out, X-Export-Records-Left-Out, X-Request-Id',
  });
}
