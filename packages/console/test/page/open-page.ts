// Renders a screen of the console without a browser. Bundles the screen as the build does, and runs it in a separate VM
// context with a small document, a fake clock, and fake services.
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { PageClock } from './clock.ts';
import { PageDocument, type PageNode } from './document.ts';

/** Request of the console to a service. */
export interface PageRequest {
  readonly method: string;
  /** Path without the query, relative to the node. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Fake services. Returns the response to a request, or a promise that stays pending if the service does not respond.
 */
export type PageServices = (request: PageRequest) => Response | Promise<Response>;

export interface Page {
  readonly root: PageNode;
  readonly requests: readonly PageRequest[];
  /** Time at which the clock of the page began, in milliseconds since the epoch. */
  readonly openedMs: number;
  /** Path and query of the current address. */
  readonly address: string;
  /** Renders the component, or renders it again with new props. Resolves when the responses are rendered. */
  show(props?: object): Promise<void>;
  /** Opens another address of the console, such as `/aus?sort=name`. Resolves when the component is rendered again. */
  navigate(to: string): Promise<void>;
  /** Advances the clock of the page and runs the timers that are due. */
  advance(durationMs: number): Promise<void>;
  close(): void;
}

export interface PageOptions {
  /** Path of the component's file, relative to `src/`. */
  readonly file: string;
  /** Name of the exported component. If undefined, the default export. */
  readonly component?: string;
  readonly services: PageServices;
  readonly roles?: readonly string[];
}

/** Returns the response of a service that is not ready. */
export function makeNotReadyResponse(reason: string): Response {
  const body = { type: 'about:blank', title: 'Not ready', status: 503, detail: reason };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
  return new Response(JSON.stringify(body), { status: 503, headers });
}

interface Bundle {
  readonly Component: unknown;
  readonly h: (type: unknown, props: object) => object;
  readonly render: (what: object | null, into: PageNode) => void;
  readonly navigate: (to: string) => void;
  readonly showLanguage: (language: string) => Promise<void>;
  readonly loadScreenMessages: () => Promise<void>;
  readonly loadSession: () => Promise<void>;
}

const folder = join(import.meta.dirname, '..', '..');

export async function openPage({ file, component = 'default', services, roles }: PageOptions): Promise<Page> {
  const source = await bundleOf(file, component);
  const clock = new PageClock();
  const document = new PageDocument();
  const requests: PageRequest[] = [];
  const fetchFromServices = async (
    url: URL | string,
    { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {},
  ): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/session') return Response.json(sessionOf(roles));
    const request = { method, path: pathname, query: searchParams };
    requests.push(request);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Promise.race([aborted, services(request)]);
  };
  const location = new URL(document.baseURI);
  const go = (_state: unknown, _title: string, to: string): void => {
    location.href = new URL(to, location).href;
  };
  const context = createContext({
    ...{ document, fetch: fetchFromServices, navigator: { languages: ['en'] } },
    ...{ location, history: { pushState: go, replaceState: go }, scrollTo: () => undefined },
    ...{ performance, getComputedStyle: () => ({ fontSize: '16px' }) },
    ...{ setTimeout: clock.setTimeout, clearTimeout: clock.clear },
    ...{ setInterval: clock.setInterval, clearInterval: clock.clear },
    ...{
      AbortController,
      Headers,
      Response,
      TextDecoder,
      TextDecoderStream,
      URL,
      URLSearchParams,
      queueMicrotask,
    },
    ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
  });
  document.defaultView = context;
  const openedMs = Date.now();
  runInContext('(now) => { Date.now = now; }', context)(() => openedMs + clock.nowMs);
  const bundle = runInContext(`${source}; page`, context) as Bundle;
  const root = document.createElement('main');
  await Promise.all([bundle.showLanguage('en'), bundle.loadScreenMessages(), bundle.loadSession()]);
  return {
    root,
    requests,
    openedMs,
    get address() {
      return location.pathname + location.search;
    },
    async show(props = {}) {
      bundle.render(bundle.h(bundle.Component, props), root);
      // Advances the clock, because effects run after the next frame.
      await clock.advance(100);
    },
    async navigate(to) {
      bundle.navigate(to);
      await clock.advance(100);
    },
    advance: (durationMs) => clock.advance(durationMs),
    close: () => bundle.render(null, root),
  };
}

function sessionOf(roles: readonly string[] = ['userAdminRole']): object {
  const services = ['repository', 'configuration'].map((name) => ({ name, path: `/console/${name}/` }));
  return { user: { name: 'librarian', roles }, services, version: '0.1.0' };
}

async function bundleOf(file: string, component: string): Promise<string> {
  const { tables } = (await import(join(folder, 'tables.mjs'))) as { tables: Plugin };
  const contents = `
    export { h, render } from 'preact';
    export { loadScreenMessages, showLanguage } from './src/language/t.ts';
    export { navigate } from './src/routing/location.ts';
    export { loadSession } from './src/service/session.ts';
    export { ${component} as Component } from './src/${file}';`;
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents, resolveDir: folder },
    ...{ bundle: true, write: false, format: 'iife', globalName: 'page', target: 'es2024' },
    ...{ jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning', plugins: [tables] },
  });
  return outputFiles[0]!.text;
}
