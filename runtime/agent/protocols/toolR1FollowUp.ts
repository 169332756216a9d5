// How the Tool-R1 dialect asks a further question in the same namespace: after the earlier steps where those fit into the
// context, else after a recap of them.
import type { Variable } from '../../contract/observation.ts';
import { shortenText } from '../shortenText.ts';
import type { EarlierTalk } from './protocol.ts';

const maxVariablesNamed = 40;
const answerCharacters = 500;

/** The text that follows the last observation of the question before. */
export function furtherQuestion(question: string): string {
  return (
    'A further question. Variables, functions and imports of the steps above are still there.\n' +
    `Question: ${question.trim()}`
  );
}

/** What a policy needs to know of earlier questions when it is not shown their steps. */
export function recapTalk(talk: readonly EarlierTalk[], variables: readonly Variable[]): string {
  const told = talk.map(
    ({ question, finalAnswer }) =>
      `Earlier question: ${question.trim()}\nIts answer: ${answerText(finalAnswer)}`,
  );
  return [...told, variablesText(variables)].join('\n\n');
}

function answerText(answer: string | null): string {
  return answer === null ? '(none was given)' : shortenText(answer, answerCharacters);
}

function variablesText(variables: readonly Variable[]): string {
  if (variables.length === 0) return 'No variables of the earlier steps are left.';
  const named = variables.slice(0, maxVariablesNamed).map(describe);
  const more = variables.length - named.length;
  const rest = more > 0 ? `\n- and ${more} more` : '';
  return `Variables of the earlier steps that are still there:\n${named.join('\n')}${rest}`;
}

function describe({ name, type, size, preview }: Variable): string {
  const extent = size === null ? '' : ` of ${Array.isArray(size) ? size.join(' x ') : size}`;
  return `- ${name}: ${type}${extent}, ${shortenText(preview, 60)}`;
}
