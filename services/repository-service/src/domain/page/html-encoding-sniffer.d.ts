// Type declarations for html-encoding-sniffer, which has no types of its own.
declare module 'html-encoding-sniffer' {
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean;
      readonly transportLayerEncodingLabel?: string;
      readonly defaultEncoding?: string;
    },
  ): string;
}
