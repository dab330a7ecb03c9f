// Errors of rendered pages.
import { ApiError } from '@holdfast/http-kit';

const soon = { headers: { 'Retry-After': '2' }, serverErrorType: 'NONE' as const };

export const makePagesDisabledError = () =>
  new ApiError(503, 'This node does not render captured pages (PAGE_RENDERINGS is 0).', {
    serverErrorType: 'NONE',
  });
export const makeTooManyPagesError = () =>
  new ApiError(503, 'Too many pages are being rendered (PAGE_RENDERINGS). Try again in a few seconds.', soon);
export const makePageTooSlowError = (cause: unknown) =>
  new ApiError(503, 'Rendering the page takes too much time or memory.', { ...soon, cause });
export const makeNoPageError = (type: string | undefined) =>
  new ApiError(
    406,
    `The capture cannot be rendered as a page, because its content is not HTML (declared type: ${type === undefined ? 'none' : JSON.stringify(type.slice(0, 200))}).`,
  );
