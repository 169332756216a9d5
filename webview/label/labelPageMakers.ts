// Which page of the labelling panel shows which route.
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import { makeAgreementPage } from '../agreement/agreementPage.ts';
import { makeCellPage } from '../agreement/cellPage.ts';
import type { Page } from '../shell/page.ts';
import { makeConflictsPage } from './conflictsPage.ts';
import type { LabelContext, LabelPageMakers } from './labelContext.ts';
import { makeLabelPage } from './labelPage.ts';

const makers: LabelPageMakers = {
  label: makeLabelPage,
  conflicts: makeConflictsPage,
  agreement: makeAgreementPage,
  cell: makeCellPage,
};

export function makePage(context: LabelContext, route: LabelRoute): Page<LabelRoute> {
  switch (route.page) {
    case 'label':
      return makers.label(context, route);
    case 'conflicts':
      return makers.conflicts(context, route);
    case 'agreement':
      return makers.agreement(context, route);
    case 'cell':
      return makers.cell(context, route);
  }
}
