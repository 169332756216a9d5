// The queue of items that one panel has open in the runtime, for one person.
import type { LabellingState } from '../../runtime/contract/labelling.ts';
import type { LabelPanelState } from '../../runtime/contract/labelPanel.ts';
import { OpenHandle } from '../panels/openHandle.ts';
import type { NotificationOf, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';

export interface LabelRuntime extends RuntimeRequests {
  onNotification(
    name: 'labels-changed',
    listener: (state: NotificationOf<'labels-changed'>) => void,
  ): Disposable;
  onEnded(listener: (message: string) => void): Disposable;
}

export interface QueueParts {
  readonly runtime: LabelRuntime;
  readonly population: Pick<LabelPanelState, 'workspace' | 'files'>;
  /** @throws Problem when it is not known who labels */
  readonly rater: () => Promise<string>;
  readonly log: Log;
}

export class OpenQueue extends OpenHandle<LabellingState> {
  constructor({ runtime, population, rater, log }: QueueParts) {
    const { workspace, files } = population;
    super({
      name: `the labels of ${workspace}`,
      open: async () =>
        runtime.request('open-labelling', {
          ...{ workspace, files: [...files] },
          rater: await rater(),
        }),
      close: (handle) => runtime.request('close-labelling', { handle }),
      onState: (listener) => runtime.onNotification('labels-changed', listener),
      onEnded: (listener) => runtime.onEnded(listener),
      log,
    });
  }
}
