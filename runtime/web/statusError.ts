// HTTP statuses that bring no page, in sentences for the agent.
import { shownUrl } from './shownUrl.ts';
import { WebError } from './web.ts';

/** @param status anything but a success */
export function statusError(status: number, url: URL): WebError {
  const said = `${shownUrl(url.href)} answered with status ${status}`;
  switch (status) {
    case 404:
    case 410:
      return new WebError(
        'not-found',
        `${said}: there is no such page. Check the address, or look for an archived copy.`,
        { status },
      );
    case 429:
      return new WebError('busy', `${said}: it was asked too often. Try another site.`, { status });
    case 401:
    case 402:
    case 403:
    case 407:
    case 451:
      return new WebError('status', `${said}: it does not let this program in. Try another site.`, {
        status,
      });
    default:
      return new WebError('status', `${said}${meaning(status)}. Try another site.`, { status });
  }
}

function meaning(status: number): string {
  if (status >= 500) return ', which says that the site has a fault';
  return status >= 400 ? ', which says that it did not take the question' : ' and without a page';
}
