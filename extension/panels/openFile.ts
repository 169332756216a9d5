// A trajectory file as one panel has it open in the runtime.
import type { IndexState } from '../../runtime/contract/viewing.ts';
import type { NotificationOf, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';
import { OpenHandle } from './openHandle.ts';

export interface FileRuntime extends RuntimeRequests {
  onNotification(
    name: 'index-changed',
    listener: (state: NotificationOf<'index-changed'>) => void,
  ): Disposable;
  onEnded(listener: (message: string) => void): Disposable;
}

/** Its state says how far the index of the file is. */
export class OpenFile extends OpenHandle<IndexState> {
  readonly file: string;

  constructor(file: string, runtime: FileRuntime, log: Log) {
    super({
      name: file,
      open: async () => (await runtime.request('open-trajectories', { file })).state,
      close: (handle) => runtime.request('close-trajectories', { handle }),
      onState: (listener) => runtime.onNotification('index-changed', listener),
      onEnded: (listener) => runtime.onEnded(listener),
      log,
    });
    this.file = file;
  }
}
