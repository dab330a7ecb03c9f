// Error responses in a browser.
import { ServiceError } from '../service-error.ts';

/** Converts an error response to a ServiceError. Reads the rest of the response. */
export async function toServiceError(answer: Response, operation: string): Promise<ServiceError> {
  const { status } = answer;
  const headers = Object.fromEntries(answer.headers);
  const text = await answer.text().catch(() => '');
  return new ServiceError(operation, { status, headers, body: bodyOf(text) });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
