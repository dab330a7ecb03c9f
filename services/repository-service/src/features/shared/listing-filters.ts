// What the filters of a listing must not be.
import { badParameter } from '../errors.ts';

export function refuseBoth(url: string | undefined, urlPrefix: string | undefined): void {
  if (url !== undefined && urlPrefix !== undefined) {
    throw badParameter('`url` and `urlPrefix` cannot be given together.');
  }
}
