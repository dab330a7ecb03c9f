// Leads requests for operations past the router of Express, which costs a small request as much as all that is done for it:
// they get what Express gives a request, and the rest of the app gets what is for no operation.
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler, Response } from 'express';

/** Express's own name for what an app does with a request; @types/express leaves it out. */
interface Handling {
  handle(request: Request, response: Response, done?: (error?: unknown) => void): void;
}

export interface Straight {
  /** Done for every request, before all else. Does not fail. */
  readonly enter: RequestHandler;
  /** Answers what is for an operation; goes on with what is not. May throw, or reject. */
  readonly lead: RequestHandler;
  /** Answers what was thrown or went on with an error. */
  readonly fail: (error: unknown, request: Request, response: Response) => void;
}

export function leadStraight(app: Express, { enter, lead, fail }: Straight): void {
  const handling = app as unknown as Handling;
  const rest = handling.handle.bind(app);
  classes.set(app, {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  });
  handling.handle = (request, response, done) => {
    const onError = (error: unknown): void => fail(error, request, response);
    const goOn = (error?: unknown): void => (error ? onError(error) : rest(request, response, done));
    dress(app, request, response);
    enter(request, response, () => {
      try {
        const leading = lead(request, response, goOn);
        if (leading instanceof Promise) leading.catch(onError);
      } catch (error) {
        onError(error);
      }
    });
  };
}

/** Of requests and their answers. */
export interface ExchangeClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

const classes = new WeakMap<RequestListener, ExchangeClasses>();

/** What a server must make for an app to have nothing to change in them: to give an object another prototype makes it slow. */
export function exchangeClasses(app: RequestListener): ExchangeClasses | undefined {
  return classes.get(app);
}

function withPrototype<Class extends abstract new (...given: never[]) => object>(
  made: Class,
  prototype: object,
): Class {
  function Dressed(...given: unknown[]): object {
    return Reflect.construct(made, given, Dressed);
  }
  Dressed.prototype = prototype;
  return Dressed as unknown as Class;
}

/** Does what Express does, which adds `locals` where it goes on. Most were made with these prototypes. */
function dress(app: Express, request: Request, response: Response): void {
  request.res = response;
  response.req = request;
  if (Object.getPrototypeOf(request) !== app.request) Object.setPrototypeOf(request, app.request);
  if (Object.getPrototypeOf(response) !== app.response) Object.setPrototypeOf(response, app.response);
  request.originalUrl ??= request.url;
}
