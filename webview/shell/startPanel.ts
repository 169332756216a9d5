// What starts the pages of any panel: the door to the extension, errors to its log, and a sentence when the start fails.
import { html, render } from 'lit';
import type { EditorApi } from '../messages/editorApi.ts';
import { type Fact, MessageHost, type RequestTable } from '../messages/host.ts';
import { reportErrors } from '../messages/reportErrors.ts';

export interface OpenedPanel<Table extends RequestTable, Facts extends Fact> {
  readonly root: HTMLElement;
  readonly api: EditorApi;
  readonly host: MessageHost<Table, Facts>;
}

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
  try {
    await start({ root, api, host });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    render(html`<p class="pad" role="alert">This page could not start. ${why}</p>`, root);
  }
}
