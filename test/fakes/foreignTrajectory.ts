// A small trajectory as an importer reads it; each test overrides what it is about.
import type {
  ForeignStep,
  ForeignTrajectory,
} from '../../runtime/store/importers/trajectories/foreignFormat.ts';

export function makeForeignStep(over: Partial<ForeignStep> = {}): ForeignStep {
  return {
    thought: 'I add.',
    reasoning: null,
    reply: 'I add.\n\nadd(a=1, b=2)',
    code: 'add(a=1, b=2)',
    observation: '3',
    error: null,
    calls: [{ name: 'add', arguments: { a: 1, b: 2 }, isError: false, preview: '3' }],
    usage: null,
    startedAt: null,
    replyMilliseconds: null,
    actionMilliseconds: null,
    ...over,
  };
}

export function makeForeignTrajectory(over: Partial<ForeignTrajectory> = {}): ForeignTrajectory {
  return {
    id: null,
    task: { id: null, question: 'How much is 1 + 2?', referenceAnswer: '3', metadata: {} },
    model: null,
    system: '',
    tools: [],
    startedAt: null,
    endedAt: null,
    steps: [makeForeignStep()],
    finalAnswer: '3',
    stopReason: 'final-answer',
    failure: null,
    scores: [],
    unmapped: {},
    ...over,
  };
}
