// What a training would take, as a text to read before it is started. Pure.
import type { RequestResult } from '../runtime/runtimeRequests.ts';
import { cardWords, gibWords, leftWords } from '../views/trainingWords.ts';

type Plan = RequestResult<'plan-training'>;

export function planText(plan: Plan, machine: string): string {
  return [
    `Training ${plan.name} on ${machine}`,
    'Nothing has been started yet.',
    '',
    ...checkLines(plan),
    ...whatLines(plan),
    ...whereLines(plan),
    ...costLines(plan),
    'Exact commands, run by the supervisor:',
    ...plan.commands.flatMap(({ host, title, line }) => [`  ${host}, ${title}:`, `    ${line}`]),
    '',
  ].join('\n');
}

/** Failures first, then warnings; what passes takes one line. */
function checkLines({ checks }: Plan): string[] {
  const of = (state: 'fail' | 'warn') => checks.filter((check) => check.state === state);
  const lines = [...of('fail'), ...of('warn')].flatMap(({ state, name, detail, advice }) => [
    `${state === 'fail' ? '✗' : '!'} ${name}: ${detail}`,
    ...(advice === null ? [] : [`  What to do: ${advice}`]),
  ]);
  const passed = checks.filter(({ state }) => state === 'pass').map(({ name }) => name);
  return [...lines, ...(passed.length === 0 ? [] : [`✓ ${passed.join(', ')}`]), ''];
}

function whatLines({ tasks, model, recipe, totalSteps }: Plan): string[] {
  const changed = recipe.changed.map(
    ({ path, here, recipe: usual }) => `  ${path} = ${here} (recipe: ${usual})`,
  );
  return [
    `Tasks   ${taskWords(tasks)}`,
    `Model   ${model.name}, ${model.kind}`,
    `Recipe  ${recipe.name}: ${recipe.summary}`,
    ...changed,
    `Steps   ${totalSteps} train steps`,
    '',
  ];
}

function taskWords({ all, inWindow, tooEasy, tooHard, unmeasured }: Plan['tasks']): string {
  if (unmeasured === all) return `${all}; how hard they are is not measured`;
  const rest = unmeasured > 0 ? `, ${unmeasured} not measured` : '';
  return `${inWindow} of ${all} in the window (${tooEasy} too easy, ${tooHard} too hard${rest})`;
}

function whereLines({ gpus, memory, waitsBehind }: Plan): string[] {
  const cards = [
    ...(gpus.train.length === 0 ? [] : [`GPU ${cardWords(gpus.train)} train`]),
    ...(gpus.sample.length === 0 ? [] : [`GPU ${cardWords(gpus.sample)} sample`]),
  ];
  const estimates = memory.map(({ gpu, totalGib, spreadGib, limitGib, parts }) => {
    const named = parts.map(({ name, gib }) => `${name} ${gib.toFixed(1)}`).join(', ');
    return `  GPU ${gpu}: ${totalGib.toFixed(0)} ± ${spreadGib.toFixed(0)} of ${limitGib.toFixed(0)} GiB (${named})`;
  });
  const line = waitsBehind.length === 0 ? 'at once' : `after ${waitsBehind.join(', ')}`;
  return [
    `Cards   ${cards.length === 0 ? 'none, on the processor' : cards.join(', ')}`,
    ...estimates,
    `Starts  ${line}`,
    '',
  ];
}

function costLines({ time, disk }: Plan): string[] {
  const hours =
    time === null
      ? 'not known before the first train steps'
      : `${leftWords(time.seconds)} (${leftWords(time.low)} to ${leftWords(time.high)} in 8 of 10 runs), ${time.source}`;
  return [
    `Time    ${hours}`,
    `Disk    ${gibWords(disk.neededBytes)} of ${gibWords(disk.freeBytes)} free: ${disk.detail}`,
    '',
  ];
}
