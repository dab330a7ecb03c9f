// What a reader chose, for the next time: in the browser, for this console alone. Browsers may forbid it.

const PREFIX = 'holdfast.';

export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Then it is chosen again.
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
