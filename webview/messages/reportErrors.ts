// Errors that no page handled go to the log of the extension. What a page shows a person is its own matter.
import type { PageMessage } from '../../runtime/contract/panel.ts';
import { isGivenUp } from './host.ts';

/** At most this many a page: an error in a loop must not flood the log. */
const mostReports = 20;

type PageError = Extract<PageMessage, { kind: 'page-error' }>;

export function reportErrors(target: Window, post: (message: PageError) => void): void {
  let reports = 0;
  const report = (error: unknown): void => {
    if (isGivenUp(error) || reports >= mostReports) return;
    reports += 1;
    const known = error instanceof Error ? error : new Error(String(error));
    post({ kind: 'page-error', message: known.message, stack: known.stack ?? '' });
  };
  target.addEventListener('error', ({ error, message }) => report(error ?? message));
  target.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
