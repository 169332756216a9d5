// What starts the pages of any panel: the door to the extension, errors to its log, and, when the start fails, why and a button that
// tries it again.
import { html, render, type TemplateResult } from 'lit';
import { actionButton } from '../controls/actionButton.ts';
import type { EditorApi } from '../messages/editorApi.ts';
import { type Fact, MessageHost, type RequestTable } from '../messages/host.ts';
import { reportErrors } from '../messages/reportErrors.ts';

export interface OpenedPanel<Table extends RequestTable, Facts extends Fact> {
  readonly root: HTMLElement;
  readonly api: EditorApi;
  readonly host: MessageHost<Table, Facts>;
  /** Aborted when this start failed, so that nothing of it listens beside the next one. */
  readonly signal: AbortSignal;
}

/** @param start is called again when it failed and a person wants so */
export async function startPanel<Table extends RequestTable, Facts extends Fact>(
  start: (panel: OpenedPanel<Table, Facts>) => Promise<void>,
): Promise<void> {
  const root = document.createElement('div');
  root.id = 'page';
  document.body.append(root);
  const api = acquireVsCodeApi();
  const host = new MessageHost<Table, Facts>((message) => api.postMessage(message));
  reportErrors(window, (message) => api.postMessage(message));
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => host.receive(data));
  await tryStart(root, (signal) => start({ root, api, host, signal }));
}

async function tryStart(
  root: HTMLElement,
  start: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  try {
    await start(stop.signal);
  } catch (error) {
    stop.abort();
    const why = error instanceof Error ? error.message : String(error);
    const again = (): void => {
      render(html`<p class="pad" role="status">Starting this page again …</p>`, root);
      void tryStart(root, start);
    };
    render(startProblem(why, again), root);
  }
}

function startProblem(why: string, again: () => void): TemplateResult {
  return html`<div class="pad">
    <p role="alert">This page could not start. ${why}</p>
    <p>${actionButton({ label: 'Try Again', icon: 'again', press: again })}</p>
  </div>`;
}
