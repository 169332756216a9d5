// What the settings allow the agent of the web. Nothing is fetched for a folder that the person does not trust, whatever it sets.
import type { WebWish } from '../../runtime/contract/web.ts';
import type { Settings } from '../settings.ts';

type WebSettings = Pick<Settings, 'webEnabled' | 'webSearch' | 'webServers'>;

export function webWish(settings: WebSettings, isTrusted: boolean): WebWish {
  return {
    mode: { type: settings.webEnabled && isTrusted ? 'live' : 'off' },
    search: settings.webSearch,
    servers: [...settings.webServers],
    isTrusted,
  };
}
