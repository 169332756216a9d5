// What the pages ask VS Code to open; what cannot be opened is said on top of the page.
import type { ItemOpener } from './itemViews.ts';
import type { LabelContext } from './labelContext.ts';

type Asker = Pick<LabelContext, 'host' | 'complain'>;

export function openerOf(context: Asker): ItemOpener {
  return {
    openFile: (path) => orComplain(context, context.host.request('open-file', { path })),
    openTrajectory: ({ place }, blind) => {
      const params = { file: place.file, id: place.trajectoryId, blind };
      orComplain(context, context.host.request('open-trajectory', params));
    },
  };
}

export function openRubric(context: Asker): void {
  orComplain(context, context.host.request('open-rubric', {}));
}

export function changeKeys(context: Asker): void {
  orComplain(context, context.host.request('change-keys', {}));
}

export function showLog(context: Asker): void {
  orComplain(context, context.host.request('show-log', {}));
}

function orComplain({ complain }: Asker, asked: Promise<unknown>): void {
  asked.catch(complain);
}
