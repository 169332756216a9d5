// Reads what pytest writes with --junitxml.
import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';

export interface PythonCounts {
  readonly passed: number;
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly skipped: readonly string[];
}

const Problem = z.union([
  z.string(),
  z.looseObject({ '@message': z.string().optional(), '#text': z.string().optional() }),
]);
const Case = z.looseObject({
  '@classname': z.string(),
  '@name': z.string(),
  failure: Problem.optional(),
  error: Problem.optional(),
  skipped: Problem.optional(),
});
const Report = z.looseObject({
  testsuites: z.looseObject({ testsuite: z.looseObject({ testcase: z.array(Case).default([]) }) }),
});

/** @throws ZodError when it is no such report */
export function readJUnit(xml: string): PythonCounts {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseAttributeValue: false,
    parseTagValue: false,
    isArray: (name) => name === 'testcase',
  });
  const cases = Report.parse(parser.parse(xml)).testsuites.testsuite.testcase;
  const failed = cases.flatMap((one) => {
    const problem = one.failure ?? one.error;
    return problem === undefined ? [] : [{ title: titleOf(one), message: textOf(problem) }];
  });
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).map(titleOf);
  return { passed: cases.length - failed.length - skipped.length, failed, skipped };
}

function titleOf(one: z.infer<typeof Case>): string {
  return `${one['@classname']} ${one['@name']}`;
}

function textOf(problem: z.infer<typeof Problem>): string {
  return typeof problem === 'string' ? problem : (problem['#text'] ?? problem['@message'] ?? '');
}
