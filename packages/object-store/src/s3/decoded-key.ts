// Keys as they come in XML, which cannot carry every character of them.

/** Servers that did encode say so. A space comes as `+`. */
export function decodedKey(key: string, encodingType: string | undefined): string {
  return encodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}
