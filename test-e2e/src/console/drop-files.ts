// Drops files on a page, as a file manager does. Uses the debugger, because File objects created by a script have no
// path.
import type { Locator, Page } from 'playwright-core';

/** Drops files and folders, given by their paths on disk, on an element of the page. */
export async function dropFiles(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('What they are dropped on is not to be seen.');
  const place = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}
