// Problems of the last load of plugins, configuration and titles, as reported by the configuration service.
import type { configuration as contract } from '@holdfast/api-types';

type Status = contract.components['schemas']['ConfigurationStatus'];
export type LoadProblem = NonNullable<Status['problems']>[number];

/** Returns the problems in a status. The generated type of the operation lacks extension fields. */
export const readLoadProblems = (status: object): readonly LoadProblem[] => (status as Status).problems ?? [];

/** Returns the part of the status reason that the list of problems omits. Undefined if it omits nothing. */
export function readOtherReason(status: { readonly reason?: string }): string | undefined {
  const [first] = readLoadProblems(status).flatMap(({ examples }) => examples);
  const at = first === undefined ? -1 : (status.reason?.indexOf(first) ?? -1);
  const other = at < 0 ? status.reason : status.reason?.slice(0, at).replace(/; $/, '');
  return other === '' ? undefined : other;
}
