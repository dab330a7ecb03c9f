// What a service says when it says no, in a browser.
import { ServiceError } from '../service-error.ts';

/** The error that a refusal is. Reads the rest of the answer. */
export async function errorOf(answer: Response, operation: string): Promise<ServiceError> {
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
