// Says what is wrong with a value of a recipe as a person would: the path, what it must be, and what it is.
import type * as z from 'zod';
import { rewardKinds } from './settingSchema.ts';
import { valueAt, type SettingTree } from './settingTree.ts';

type Issue = z.core.$ZodIssue;

/** One line about the first problem. @param tree what was checked */
export function settingProblem(error: z.ZodError, tree: SettingTree): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'not the expected shape';
  const path = issue.path.join('.');
  const value = valueAt(tree, issue.path);
  if (issue.code === 'custom') return `${path}: ${issue.message}`;
  if (value === undefined) return `${path} is missing; it must be ${expectation(issue)}`;
  return `${path} must be ${expectation(issue)}, not ${JSON.stringify(value)}`;
}

function expectation(issue: Issue): string {
  // What zod may say beside these reads well as it is.
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the codes are not ours to list
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return sized(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return sized(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_union':
      return unionExpectation(issue);
    default:
      return issue.message;
  }
}

/** No alternative was even tried where the `kind` that chooses between them is unknown. */
function unionExpectation({ errors }: z.core.$ZodIssueInvalidUnion): string {
  if (errors.length === 0) return oneOf(rewardKinds);
  const parts = errors.flatMap(([first]) => (first === undefined ? [] : [expectation(first)]));
  return parts.join(' or ');
}

const kinds: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object with settings',
  record: 'an object with settings',
};

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String);
  return words.length === 1 ? words.join('') : `one of ${words.join(', ')}`;
}

function sized(
  { origin }: { readonly origin: string },
  bound: string,
  size: number | bigint,
): string {
  if (origin === 'array') return `a list of ${bound} ${size} entries`;
  return origin === 'string' ? `text of ${bound} ${size} characters` : `${bound} ${size}`;
}
