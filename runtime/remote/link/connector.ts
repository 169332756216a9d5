// Something that opens a connection to one machine.
import type { Channel } from './channel.ts';

export interface Connector {
  /** @throws FailureError `remote/offline`, `remote/refused` or `remote/unsuitable`, or the reason of the signal */
  connect(signal: AbortSignal): Promise<Channel>;
}
