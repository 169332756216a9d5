// What answers a request of the contract. Params are checked before a handler sees them; the signal fires when the client
// cancels the request or goes away.
import type * as z from 'zod';
import type {
  NotificationName,
  notifications,
  RequestName,
  requests,
} from '../contract/requests.ts';

export type Params<Name extends RequestName> = z.output<(typeof requests)[Name]['params']>;
export type Result<Name extends RequestName> = z.input<(typeof requests)[Name]['result']>;

export type RequestHandlers = {
  readonly [Name in RequestName]: (
    params: Params<Name>,
    signal: AbortSignal,
  ) => Promise<Result<Name>>;
};

/** Tells the client something that it did not ask for. */
export type Notify = <Name extends NotificationName>(
  name: Name,
  params: z.input<(typeof notifications)[Name]>,
) => void;
