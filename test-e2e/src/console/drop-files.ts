// Drops files on a page like a file manager. Uses the debugger, because files made by a script are not files on disk.
import type { Locator, Page } from 'playwright-core';

/** `paths`: files and folders. */
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
