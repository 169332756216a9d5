// The page of a web view as its host sees it.
import type * as vscode from 'vscode';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import type { PagePort } from './pageRequests.ts';

export function portOf<Message>(webview: vscode.Webview, log: Log): PagePort<Message> {
  return {
    post: (message) => {
      webview.postMessage(message).then(undefined, (error: unknown) => {
        log.debug(`A message did not reach its page: ${messageOf(error)}`);
      });
    },
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  };
}
