// Work of the runtime that a person waits for: a notification that says how far it is and can be cancelled.
import * as vscode from 'vscode';
import type { Cancellation, NotificationOf } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';

export interface WorkNotices {
  onNotification(
    name: 'work-progressed',
    listener: (fact: NotificationOf<'work-progressed'>) => void,
  ): Disposable;
}

/** @param work starts it under the id of the call, by which its progress is known */
export async function showWork<Result>(
  runtime: WorkNotices,
  title: string,
  work: (callId: string, token: Cancellation) => Promise<Result>,
): Promise<Result> {
  const callId = crypto.randomUUID();
  const options = {
    ...{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const steps = new ProgressSteps();
    const listening = runtime.onNotification('work-progressed', (fact) => {
      if (fact.callId === callId) progress.report(steps.next(fact));
    });
    try {
      return await work(callId, token);
    } finally {
      listening.dispose();
    }
  });
}

/** VS Code wants the growth in percent, the runtime tells where it stands. */
class ProgressSteps {
  #activity = '';
  #percent = 0;

  next({ activity, done, total }: NotificationOf<'work-progressed'>): {
    readonly message: string;
    readonly increment: number;
  } {
    if (activity !== this.#activity) this.#percent = 0;
    const percent = total === null || total === 0 ? 0 : (100 * done) / total;
    const increment = Math.max(0, percent - this.#percent);
    this.#activity = activity;
    this.#percent = percent;
    const of = total === null ? '' : `: ${Math.round(percent)} %`;
    return { message: `${activity}${of}`, increment };
  }
}
