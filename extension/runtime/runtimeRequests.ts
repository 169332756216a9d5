// What the parts of the extension see of the runtime: typed requests. Who answers them is runtimeClient.ts's business.
import type * as z from 'zod';
import type {
  clientNotifications,
  clientRequests,
  notifications,
  requests,
  ClientRequestName,
  NotificationName,
  RequestName,
} from '../../runtime/contract/requests.ts';

export type RequestParams<Name extends RequestName> = z.input<(typeof requests)[Name]['params']>;
export type RequestResult<Name extends RequestName> = z.output<(typeof requests)[Name]['result']>;
export type NotificationOf<Name extends NotificationName> = z.output<(typeof notifications)[Name]>;

export type ClientParams<Name extends ClientRequestName> = z.output<
  (typeof clientRequests)[Name]['params']
>;
export type ClientResult<Name extends ClientRequestName> = z.input<
  (typeof clientRequests)[Name]['result']
>;
export type ClientNotificationName = keyof typeof clientNotifications;
export type ClientNotificationOf<Name extends ClientNotificationName> = z.input<
  (typeof clientNotifications)[Name]
>;

/** As VS Code's, so that its tokens fit. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

export interface RequestOptions {
  readonly token?: Cancellation;
}

export interface RuntimeRequests {
  /** @throws Problem whose message says what to do */
  request<Name extends RequestName>(
    name: Name,
    params: RequestParams<Name>,
    options?: RequestOptions,
  ): Promise<RequestResult<Name>>;
}

/** Answers one of the runtime's own requests. */
export type ClientHandler<Name extends ClientRequestName> = (
  params: ClientParams<Name>,
  token: Cancellation,
) => Promise<ClientResult<Name>>;
