// What answers the requests of a page: one function for each name of the contract. The files beside hold them by topic.
import type * as z from 'zod';
import type { PanelRequestName, panelRequests } from '../../runtime/contract/panel.ts';
import type { Cancellation } from '../runtime/runtimeRequests.ts';

export type PanelParams<Name extends PanelRequestName> = z.output<
  (typeof panelRequests)[Name]['params']
>;
export type PanelResult<Name extends PanelRequestName> = z.input<
  (typeof panelRequests)[Name]['result']
>;

export type PanelHandler<Name extends PanelRequestName> = (
  params: PanelParams<Name>,
  token: Cancellation,
) => Promise<PanelResult<Name>>;

export type PanelHandlers<Names extends PanelRequestName = PanelRequestName> = {
  readonly [Name in Names]: PanelHandler<Name>;
};
