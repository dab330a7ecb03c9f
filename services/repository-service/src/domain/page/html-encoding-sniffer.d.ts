// Types of html-encoding-sniffer, which has none.
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
