// Problems of the last load of plugins, configuration and titles, as reported by the configuration service.
import type { configuration as contract } from '@holdfast/api-types';

type Status = contract.components['schemas']['ConfigurationStatus'];
export type LoadProblem = NonNullable<Status['problems']>[number];

/** Returns the problems in a status. The generated type of the operation does not contain extensions. */
export const readLoadProblems = (status: object): readonly LoadProblem[] => (status as Status).problems ?? [];

/** Returns the part of the reason of a status that the list of problems does not contain. Returns undefined if there is
 * none. */
export function readOtherReason(status: { readonly reason?: string }): string | undefined {
  const [first] = readLoadProblems(status).flatMap(({ examples }) => examples);
  const at = first === undefined ? -1 : (status.reason?.indexOf(first) ?? -1);
  const other = at < 0 ? status.reason : status.reason?.slice(0, at).replace(/; $/, '');
  return other === '' ? undefined : other;
}
