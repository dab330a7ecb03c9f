// Sends a request to several stores until one returns a good result. Sends it to the next store if a store fails or is
// slow (hedged request).
import { BadKeyError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { CopySetMember } from './member.ts';

export interface CopyRequest<T> {
  /** Stores in the order in which they are queried, nearest first. */
  readonly members: readonly CopySetMember[];
  start(member: CopySetMember): Promise<T>;
  /** Returns false if the result is certainly wrong. If undefined, every result is good. */
  isGood?(answer: T): boolean;
  /** Called with each result that is not used. */
  discard?(answer: T): void;
}

export interface IntactCopyResult<T> {
  readonly answer: T;
  readonly member: CopySetMember;
  readonly failures: readonly CopyFailure<T>[];
}

/** Error or wrong result of one store. `answer` is set for a wrong result. */
export interface CopyFailure<T> {
  readonly member: CopySetMember;
  readonly error?: unknown;
  readonly answer?: T;
}

/** Thrown if no store returned a good result. */
export class NoGoodCopyError<T> extends Error {
  override readonly name = 'NoGoodCopyError';
  readonly failures: readonly CopyFailure<T>[];

  constructor(failures: readonly CopyFailure<T>[]) {
    super('no store returned a good response');
    this.failures = failures;
  }
}

export interface ReadableCopies {
  /** Stores in the order in which they are read. */
  readable(): readonly CopySetMember[];
  /** Probes the stores if fewer than `count` are usable. */
  awaken?(count: number, isFit: (member: CopySetMember) => boolean): Promise<void>;
}

/** Maximum number of attempts. On a busy machine, the circuit breakers of all stores may open briefly. */
const MAX_ATTEMPTS = 3;

/**
 * Sends the request to the readable stores in turn. Repeats this if all of them became unusable meanwhile. Rejects with
 * the errors of requestFromCopies.
 */
export async function requestFromReadableStores<T>(
  copies: ReadableCopies,
  request: Omit<CopyRequest<T>, 'members'>,
  isLeftOut: (member: CopySetMember) => boolean = () => false,
): Promise<IntactCopyResult<T>> {
  for (let attempt = 1; ; attempt++) {
    const members = copies.readable().filter((member) => !isLeftOut(member));
    try {
      return await requestFromCopies<T>({ ...request, members });
    } catch (error) {
      const wereGivenUp =
        error instanceof NoGoodCopyError &&
        members.length > 0 &&
        error.failures.every((one: CopyFailure<T>) => one.error instanceof ObjectStoreUnavailableError);
      if (!wereGivenUp || attempt === MAX_ATTEMPTS) throw error;
      if (copies.readable().length === 0) await copies.awaken?.(1, ({ isReadable }) => isReadable);
    }
  }
}

/**
 * Sends the request once. Rejects with NoGoodCopyError or an error of the caller (BadKeyError, RangeError, AbortError).
 */
export function requestFromCopies<T>(request: CopyRequest<T>): Promise<IntactCopyResult<T>> {
  const { members, start, isGood, discard } = request;
  if (members.length === 0) return Promise.reject(new NoGoodCopyError<T>([]));
  return new Promise((resolve, reject) => {
    const failures: CopyFailure<T>[] = [];
    let next = 0;
    let running = 0;
    let isDone = false;
    let timer: NodeJS.Timeout | undefined;

    const launch = (): void => {
      const member = members[next++]!;
      running++;
      clearTimeout(timer);
      if (next < members.length) timer = setTimeout(() => hedge(member), member.health.hedgeMs);
      start(member).then(
        (answer) => {
          running--;
          if (isDone) discard?.(answer);
          else if (isGood === undefined || isGood(answer)) end(() => resolve({ answer, member, failures }));
          else fail({ member, answer });
        },
        (error: unknown) => {
          running--;
          if (isDone) return;
          if (isCallerError(error)) end(() => reject(error));
          else fail({ member, error });
        },
      );
    };
    const hedge = (slow: CopySetMember): void => {
      if (!isDone && slow.health.takeHedge()) launch();
    };
    const fail = (failure: CopyFailure<T>): void => {
      failures.push(failure);
      if (next < members.length) launch();
      else if (running === 0) end(() => reject(new NoGoodCopyError(failures)));
    };
    const end = (settle: () => void): void => {
      isDone = true;
      clearTimeout(timer);
      settle();
    };
    launch();
  });
}

function isCallerError(error: unknown): boolean {
  const name = (error as Error | undefined)?.name;
  return (
    error instanceof BadKeyError || name === 'AbortError' || name === 'TimeoutError' || name === 'RangeError'
  );
}

/** Returns the error that best explains why there was no good result. */
export function chooseBestError(failures: readonly { error?: unknown }[]): Error {
  const errors = failures.map(({ error }) => error).filter((error) => error !== undefined);
  const chosen = errors.find((error) => error instanceof ObjectStoreUnavailableError) ?? errors[0];
  return chosen instanceof Error
    ? chosen
    : new ObjectStoreUnavailableError('no store can be reached', chosen);
}
