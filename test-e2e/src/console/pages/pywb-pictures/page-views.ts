// Shows a page in three views: pywb without scripts, pywb with scripts, and Holdfast in a sandboxed frame of the console.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ConsoleNode } from '../../console-node.ts';
import { logIn, openConsole } from '../../console-page.ts';
import { collectFacts, digestBytes, listDataUrlDigests, type PageFacts } from './page-facts.ts';

export const VIEWPORT = { width: 1000, height: 1200 } as const;

/** Image or font that the browser received. */
export interface ShownResource {
  readonly kind: 'image' | 'font';
  readonly url: string;
  readonly digest: string;
  /** Whether the browser chose the image from several candidates (`srcset`, `picture`). */
  readonly isChosen: boolean;
}

export interface PywbView {
  readonly picture: Buffer;
  readonly facts: PageFacts;
  readonly resources: readonly ShownResource[];
}

export interface HoldfastView {
  readonly picture: Buffer;
  readonly facts: PageFacts;
  /** Digests of all embedded images and fonts. */
  readonly digests: ReadonlySet<string>;
}

const LOADED_MS = 45_000;
/** Milliseconds to wait for fonts and for images that scripts load. */
const LATER_MS = 700;

/** Lists the URLs of images that the browser chose from several candidates. */
const LIST_CHOSEN = `[...document.images]
  .filter((image) => image.srcset !== '' || image.parentElement?.tagName === 'PICTURE')
  .map((image) => image.currentSrc)`;

/** Shows pages of pywb, each in a new window of one browser context. */
export class PywbViews {
  readonly #context: Promise<BrowserContext>;

  constructor(browser: Browser, options: { readonly scripts: boolean }) {
    this.#context = browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: options.scripts });
  }

  async show(url: string): Promise<PywbView> {
    const page = await (await this.#context).newPage();
    const received = receiveResources(page);
    // If the page has not loaded in time, continues with the content loaded so far.
    await page.goto(url, { waitUntil: 'load', timeout: LOADED_MS }).catch(() => undefined);
    await page.waitForTimeout(LATER_MS);
    const picture = await page.screenshot({ timeout: LOADED_MS });
    const facts = await collectFacts(page.mainFrame());
    const chosen = new Set((await page.evaluate(LIST_CHOSEN)) as string[]);
    const resources = new Map<string, ShownResource>();
    for (const { address, ...resource } of await Promise.all(received.splice(0)))
      if (resource.digest !== '')
        resources.set(resource.digest, { ...resource, isChosen: chosen.has(address) });
    await page.close();
    return { picture, facts, resources: [...resources.values()] };
  }
}

interface ReceivedResource extends Omit<ShownResource, 'isChosen'> {
  /** URL of the response. */
  readonly address: string;
}

/** Collects the images and fonts that the page receives. The digest of a response without a body is empty. */
function receiveResources(page: Page): Promise<ReceivedResource>[] {
  const received: Promise<ReceivedResource>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (!response.ok() || (kind !== 'image' && kind !== 'font')) return;
    const address = response.url();
    const url = address.replace(/^.*?\/pages\/\d*\w*\//, '');
    const digest = response.body().then(digestBytes, () => '');
    received.push(digest.then((hash) => ({ kind, address, url, digest: hash })));
  });
  return received;
}

/** Shows pages of Holdfast in one window of the console. */
export class HoldfastViews {
  readonly #page: Page;
  readonly #origins: ReadonlySet<string>;
  readonly #node: ConsoleNode;

  private constructor(page: Page, origins: ReadonlySet<string>, node: ConsoleNode) {
    this.#page = page;
    this.#origins = origins;
    this.#node = node;
  }

  static async open(browser: Browser, node: ConsoleNode): Promise<HoldfastViews> {
    const opened = await openConsole(browser, node.repositoryUrl);
    await logIn(opened, node.user, node.password);
    await opened.page.setViewportSize(VIEWPORT);
    return new HoldfastViews(opened.page, opened.origins, node);
  }

  /** Shows a page as the console does. Throws if the browser sends a request to another server. */
  async show(uuid: string): Promise<HoldfastView> {
    const path = `/artifacts/${uuid}/page?links=/console/`;
    const page = this.#page;
    await page.evaluate(`new Promise((resolve) => {
      document.querySelector('#shown')?.remove();
      const frame = document.createElement('iframe');
      Object.assign(frame, { id: 'shown', referrerPolicy: 'same-origin', onload: resolve });
      frame.style = 'position:fixed;z-index:9999;inset:0;width:100vw;height:100vh;border:0;background:#fff';
      frame.sandbox = 'allow-top-navigation-by-user-activation';
      frame.src = ${JSON.stringify(path)};
      document.body.prepend(frame);
    })`);
    await page.waitForTimeout(LATER_MS);
    const picture = await page.screenshot({ timeout: LOADED_MS });
    const frame = await (await page.locator('#shown').elementHandle())!.contentFrame();
    const facts = await collectFacts(frame!);
    const html = (await page.evaluate(
      `fetch(${JSON.stringify(path)}).then((answer) => answer.text())`,
    )) as string;
    if ([...this.#origins].join() !== this.#node.repositoryUrl)
      throw new Error(`the page ${uuid} sent requests to ${[...this.#origins].join(', ')}`);
    return { picture, facts, digests: listDataUrlDigests(html) };
  }
}
