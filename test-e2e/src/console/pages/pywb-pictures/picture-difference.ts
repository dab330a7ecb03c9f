// Compares two screenshots of the same size.
import type { Browser, Page } from 'playwright-core';

/**
 * A pixel counts as different if a colour channel differs by more than this value. Anti-aliasing causes smaller
 * differences.
 */
const TOLERANCE = 24;

/** Compares screenshots in a window of the browser, which decodes them. */
export class PictureComparison {
  readonly #page: Promise<Page>;

  constructor(browser: Browser) {
    this.#page = browser.newPage();
  }

  /** Returns the fraction of pixels that differ visibly. */
  async measure(one: Buffer, other: Buffer): Promise<number> {
    const urls = [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`);
    const page = await this.#page;
    return page.evaluate(`(async () => {
      const [a, b] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height);
      }));
      if (a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > ${TOLERANCE})) different++;
      return different / (a.width * a.height);
    })()`);
  }
}
