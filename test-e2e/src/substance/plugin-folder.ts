// Creates a folder of small plugins, as an operator of a node would.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';

export type SubstanceTestRules = Readonly<Record<string, readonly string[]>>;

/** Creates the folder. The plugin IDs are `org.example.NAME`. Every AU has the parameters `base_url` and `year`. */
export async function createPluginFolder(
  plugins: Readonly<Record<string, SubstanceTestRules>>,
): Promise<string> {
  const folder = await createTemporaryFolder();
  for (const [name, rules] of Object.entries(plugins)) {
    await writeFile(join(folder, `${name}.xml`), definition(name, rules));
  }
  return folder;
}

function definition(name: string, rules: SubstanceTestRules): string {
  return `<map>
  <entry><string>plugin_identifier</string><string>org.example.${name}</string></entry>
  <entry><string>plugin_name</string><string>${name} of the tests</string></entry>
  <entry><string>plugin_version</string><string>1</string></entry>
  <entry><string>au_name</string><string>"AU at %s of %d", base_url, year</string></entry>
  <entry>
    <string>plugin_config_props</string>
    <list>${parameter('base_url', 3)}${parameter('year', 4)}
    </list>
  </entry>${Object.entries(rules).map(rule).join('')}
</map>
`;
}

function parameter(key: string, type: number): string {
  return `
      <org.lockss.daemon.ConfigParamDescr>
        <key>${key}</key><displayName>${key}</displayName><type>${type}</type><size>20</size>
        <definitional>true</definitional><defaultOnly>false</defaultOnly>
      </org.lockss.daemon.ConfigParamDescr>`;
}

function rule([key, templates]: [string, readonly string[]]): string {
  const texts = templates.map((template) => `<string>${escaped(template)}</string>`);
  return `\n  <entry><string>${key}</string><list>${texts.join('')}</list></entry>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
