// Types of the modules that packages/console/tables.mjs generates while the bundle is built.

declare module 'operations:*' {
  const callables: Readonly<Record<string, import('@holdfast/client/browser').BrowserOperation>>;
  export default callables;
}

declare module 'messages:*' {
  const messages: Readonly<Record<string, import('./language/message.ts').Message>>;
  export default messages;
}
