// Result of an attempt to send a message.

export type SendResult =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'failed';
      readonly error: string;
      /** True if another attempt would also fail. */
      readonly isFinal?: boolean;
      /** True if the receiver refuses all further messages. */
      readonly isGone?: boolean;
    };

const MAX_ERROR = 500;

/** Returns an error's message as one line, without secrets. */
export function describeSendError(error: unknown, secrets: readonly (string | undefined)[]): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  let text = message.replace(/\p{Cc}+/gu, ' ').toWellFormed();
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '******');
  return text.slice(0, MAX_ERROR);
}
