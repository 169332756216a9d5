// What the views of steps get of the page.
import type { TrajectoryPage } from './trajectoryPage.ts';
import type { StepDesk } from './views/stepDesk.ts';

export function stepDesk(page: TrajectoryPage): StepDesk {
  const { act, folds, texts, edit, cannotRun, context } = page;
  return {
    ...{ cannotRun, texts, edit },
    tools: page.toolNames,
    isOpen: (key) => folds.isOpen(key),
    toggle: (key) => folds.toggle(key),
    act: {
      copy: (text, what) => void act.copy(text, what),
      copyField: (step, field) => page.copyField(step, field),
      showMore: (step, field) => void act.attempt(() => texts.showMore(step, field)),
      showLess: (step, field) => texts.showLess(step, field),
      choose: (step) => page.goTo(step),
      beginEdit: (step) => page.beginEdit(step),
      changeEdit: (code) => {
        page.changeEdit(code);
        context.redraw();
      },
      endEdit: (run) => void page.endEdit(run),
      copyLink: (step) => void act.copyLink(step),
      openAsText: (step) => void act.openAsText(step),
      openFile: (path) => void act.openFile(path),
      openTrajectory: (id, step) => act.open(id, step),
      diffWithParent: (step) => {
        const parent = page.state.about?.parent;
        if (parent !== undefined && parent !== null) {
          void act.diffWithParent(parent.trajectoryId, step);
        }
      },
      openTable: (step, name) => act.openTable(step, name),
      toggleCarried: (from) => page.toggleCarried(from),
    },
  };
}
