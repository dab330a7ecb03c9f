// Test helper: creates short plugin definitions in XML.

export type DefinitionValue = string | number | boolean | null | DefinitionValue[] | Parameter;

export interface Parameter {
  readonly parameter: string;
  readonly type?: number;
  readonly definitional?: boolean;
}

/** Formats a definition whose map has the given entries. `params` are keys of string parameters to declare. */
export function makeDefinitionXml(
  pluginId: string,
  members: Readonly<Record<string, DefinitionValue>> = {},
  params: readonly string[] = ['base_url'],
): Buffer {
  const all = {
    plugin_identifier: pluginId,
    ...(params.length > 0 && { plugin_config_props: params.map((parameter) => ({ parameter, type: 1 })) }),
    ...members,
  };
  return mapXml(
    Object.entries(all).map(([key, value]) => `  <entry><string>${key}</string>${valueXml(value)}</entry>`),
  );
}

export function mapXml(lines: readonly string[]): Buffer {
  return Buffer.from(['<map>', ...lines, '</map>', ''].join('\n'));
}

function valueXml(value: DefinitionValue): string {
  if (value === null) return '<org.lockss.util.Default/>';
  if (Array.isArray(value)) return `<list>${value.map(valueXml).join('')}</list>`;
  if (typeof value === 'object') return parameterXml(value);
  const element = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'int' : 'boolean';
  return `<${element}>${String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${element}>`;
}

function parameterXml({ parameter, type, definitional }: Parameter): string {
  const members = Object.entries({ key: parameter, type, definitional })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<org.lockss.daemon.ConfigParamDescr>${members.join('')}</org.lockss.daemon.ConfigParamDescr>`;
}
