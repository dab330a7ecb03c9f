// Computes the AUID of an AU for POST /auids.
import { makeAuid } from '@holdfast/auid';
import { NAMED_PLUGIN_ID } from '../../domain/plugins/named-plugin.ts';
import { computeAuid } from '../../domain/plugins/plugin.ts';
import { findPlugin } from '../../index/plugins/plugins.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { makeBadAuidRequestError, makePluginNotFoundError } from '../errors.ts';

/** Request as sent by the client. Contains a handle, or a plugin and a configuration. */
export interface AuidRequest {
  readonly pluginId?: string | undefined;
  readonly handle?: string | undefined;
  readonly auConfig?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Computes the AUID. An empty handle or plugin counts as missing. Throws ApiError 400 and 404. */
export async function calculateAuid(db: Db, request: AuidRequest): Promise<string> {
  const { handle, auConfig } = request;
  if (handle && auConfig !== undefined) {
    throw makeBadAuidRequestError('Only one of "handle" and "auConfig" may be given.');
  }
  // Named AUs need no plugin, because their only definitional parameter is the handle.
  const auid = handle
    ? makeHandleAuid(request.pluginId || NAMED_PLUGIN_ID, handle)
    : await computePluginAuid(db, request);
  if (auid.length > MAX_AUID_CHARACTERS) {
    throw makeBadAuidRequestError(
      `The AUID would be longer than the ${MAX_AUID_CHARACTERS} characters it may have.`,
    );
  }
  return auid;
}

const MAX_AUID_CHARACTERS = 8192;

function makeHandleAuid(pluginId: string, handle: string): string {
  if (/[|&]/.test(pluginId))
    throw makeBadAuidRequestError('The identifier of a plugin must not contain "|" or "&".');
  return makeAuid(pluginId, { handle });
}

async function computePluginAuid(db: Db, { pluginId, auConfig }: AuidRequest): Promise<string> {
  if (!pluginId || auConfig === undefined) {
    throw makeBadAuidRequestError('Either "handle" must be given, or both "pluginId" and "auConfig".');
  }
  const plugin = await findPlugin(db, pluginId);
  if (plugin === undefined) throw makePluginNotFoundError(shortenId(pluginId));
  const result = computeAuid(plugin, asText(auConfig));
  if ('missing' in result) {
    throw makeBadAuidRequestError(
      `The parameter "${result.missing}", which defines the AU, is missing in "auConfig".`,
    );
  }
  return result.auid;
}

function shortenId(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function asText(configuration: NonNullable<AuidRequest['auConfig']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(configuration).map(([key, value]) => {
      // JSON parsers round integers outside the safe range, so the result would be the AUID of a different AU.
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw makeBadAuidRequestError(
          `The parameter ${JSON.stringify(key)} holds too long a number; write it as a string.`,
        );
      }
      return [key, String(value)];
    }),
  );
}
