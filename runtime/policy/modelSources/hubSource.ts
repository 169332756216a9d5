// The public model hub over HTTPS. A cut download is continued where it stopped, also by the next run.
import { download, DownloadError } from '../../support/download.ts';
import type { FetchRequest, ModelSource } from './modelSource.ts';
import { fetching, SourceError } from './modelSource.ts';

export interface HubOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Passed on to the download; see there for the defaults. */
  readonly stallMilliseconds?: number;
  readonly retryMilliseconds?: number;
}

export const publicHub = 'https://huggingface.co';

export class HubSource implements ModelSource {
  readonly name: string;
  readonly #options: HubOptions;

  constructor(options: HubOptions) {
    this.name = new URL(options.baseUrl).host;
    this.#options = options;
  }

  async fetch({ model, target, signal, onProgress }: FetchRequest): Promise<void> {
    const { baseUrl, ...times } = this.#options;
    if (model.hubPath === undefined) throw new SourceError('it is not asked for this file');
    const request = {
      url: `${baseUrl}/${model.hubPath}`,
      path: target,
      sha256: model.sha256,
      activity: fetching(model),
    };
    try {
      await download(request, { signal, onProgress, ...times });
    } catch (error) {
      if (error instanceof DownloadError) throw new SourceError(error.message, { cause: error });
      throw error;
    }
  }
}
