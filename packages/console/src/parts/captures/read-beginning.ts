// Reads at most the first `mostBytes` bytes of a response.

export async function readBodyStart(
  answer: Response,
  mostBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const held = new Uint8Array(mostBytes);
  const reader = answer.body?.getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return { bytes: held.subarray(0, length), isWhole: true };
      const piece = value.subarray(0, mostBytes - length);
      held.set(piece, length);
      length += piece.length;
      if (piece.length < value.length) return { bytes: held, isWhole: false };
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
