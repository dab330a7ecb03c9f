// Tests a store in a folder. Creates no store if the folder does not contain one yet.
import { StepRunner, type StoreExamination } from '../examine/examination.ts';
import { tryObjects } from '../examine/try-objects.ts';
import type { ObjectStore } from '../port/port.ts';
import { isMarkedFolder } from '../replicated/identity.ts';
import { openFsStore } from './store.ts';

export async function examineFolder(folder: string): Promise<StoreExamination> {
  const steps = new StepRunner();
  let isMarked: boolean | undefined;
  let store: ObjectStore | undefined;
  await steps.run('reach', async () => {
    isMarked = await isMarkedFolder(folder);
    if (isMarked) store = await openFsStore({ folder, mustExist: true });
    await store?.check();
  });
  if (store !== undefined) await tryObjects(steps, store);
  await store?.close();
  return {
    durationsMs: steps.durationsMs,
    failed: steps.failed,
    isMarked,
    clockOffsetMs: undefined,
    server: undefined,
    shortcomings: [],
  };
}
