// Converts error responses to errors in a browser.
import { ServiceError } from '../service-error.ts';

/** Reads the body of an error response and converts the response to a ServiceError. */
export async function toServiceError(answer: Response, operation: string): Promise<ServiceError> {
  const { status } = answer;
  const headers = Object.fromEntries(answer.headers);
  const text = await answer.text().catch(() => '');
  return new ServiceError(operation, { status, headers, body: parseBody(text) });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
