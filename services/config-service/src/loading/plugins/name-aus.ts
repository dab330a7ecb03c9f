// Makes the names of configured AUs anew where their plugin has come, changed or gone. Queries read them from the table.
import { madeName, nameRule } from '../../domain/aus/made-name.ts';
import { ausNamedOtherwise, setMadeNames } from '../../index/aus/made-names.db.ts';
import { allPlugins } from '../../index/plugins/plugins.db.ts';
import type { Db } from '../../index/schema/schema.ts';

/** Gives how many AUs were looked at. Rejects with the reason of `signal`. */
export async function nameAus(db: Db, signal: AbortSignal): Promise<number> {
  const plugins = await allPlugins(db);
  const rules = [...plugins].map(([pluginId, plugin]) => ({ pluginId, rule: nameRule(plugin) }));
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const aus = await ausNamedOtherwise(db, rules);
    if (aus.length === 0) return count;
    const named = aus.map(({ auid, pluginId, configuration }) => ({
      auid,
      ...madeName(plugins.get(pluginId), configuration),
    }));
    await setMadeNames(db, named);
    count += aus.length;
  }
}
