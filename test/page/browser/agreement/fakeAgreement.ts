// What the extension answers on the agreement pages without VS Code. `?report=none`, `few` or `empty` choose a report.
import type { AgreementReport } from '../../../../runtime/contract/agreement.ts';
import { VerdictLevel } from '../../../../runtime/contract/judge.ts';
import {
  agreementReport,
  cellItems,
  fewLabels,
  llmJudge,
  noLabels,
  noTrajectories,
  ruleJudge,
} from '../../../fakes/agreementReport.ts';

const reports: Readonly<Record<string, AgreementReport>> = {
  none: noLabels,
  few: fewLabels,
  empty: noTrajectories,
};

export const agreementRequests = {
  'read-agreement': (): AgreementReport =>
    reports[new URLSearchParams(location.search).get('report') ?? ''] ?? agreementReport,
  'list-agreement-items': ({ judge, judged, people }: Record<string, unknown>): unknown => ({
    judge: judge === ruleJudge.key ? ruleJudge.name : llmJudge.name,
    items: cellItems(String(judge), VerdictLevel.parse(judged), VerdictLevel.parse(people)),
    hidden: Number(new URLSearchParams(location.search).get('hidden') ?? 0),
  }),
  'score-again': (): unknown => ({
    ...{ trajectories: 12_480, changed: 37, meanBefore: 1.04, meanAfter: 0.98 },
  }),
};
